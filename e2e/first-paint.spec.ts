import type { Locator, Page } from '@playwright/test'
import type { Role } from '#contract/roles.ts'
import { HEADINGS } from '#web/app/words/headings.ts'
import { expect, test } from './fixtures.ts'

/** The scripts wait until the test releases them. */
async function holdScripts(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Where the text itself is, in whole pixels, once its font has loaded. */
async function placeOf(line: Locator) {
  await line
    .page()
    .waitForFunction(() =>
      Array.from(document.fonts).some(({ family, status }) => family === 'Inter' && status === 'loaded'),
    )
  return line.evaluate((element) => {
    const text = document.createRange()
    text.selectNodeContents(element)
    const { x, y, width, height } = text.getBoundingClientRect()
    return [x, y, width, height].map(Math.round)
  })
}

const shell = (page: Page) => page.locator('#shell')

const roleFor = (path: string): Role =>
  path.startsWith('/admin') || path === '/outbox'
    ? 'admin'
    : ['/customers', '/reports'].includes(path)
      ? 'agent'
      : 'org_admin'

for (const [path, { title, ...rest }] of Object.entries(HEADINGS))
  test(`${path} shows its heading in place before its scripts have loaded`, async ({ page, signIn }) => {
    await signIn({ role: roleFor(path) })
    for (const width of [1280, 390]) {
      const letGo = await holdScripts(page)
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path, { waitUntil: 'commit' })
      const lines = shell(page).locator('p')
      await expect(lines).toHaveText([title, 'description' in rest ? rest.description : ''])
      await expect(lines.first()).toBeVisible()
      await expect(page.getByRole('status')).toHaveText('Loading...')
      const early = await placeOf(lines.first())
      letGo()
      const heading = page.getByRole('heading', { name: title, level: 1 })
      await expect(heading).toBeVisible()
      await expect(shell(page)).toHaveCount(0)
      expect(await placeOf(heading)).toEqual(early)
    }
  })

test('a screen whose heading depends on the role shows the frame alone', async ({ page, signIn }) => {
  await signIn()
  const letGo = await holdScripts(page)
  await page.goto('/billing', { waitUntil: 'commit' })
  await expect(shell(page).locator('header')).toBeVisible()
  await expect(shell(page)).toHaveText('')
  letGo()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(shell(page)).toHaveCount(0)
})

test('a visitor, and a screen without a frame, see the spinner alone', async ({ page, signIn }) => {
  const letGo = await holdScripts(page)
  await page.goto('/licenses', { waitUntil: 'commit' })
  await expect(page.getByRole('status')).toHaveText('Loading...')
  await expect(shell(page)).toHaveCount(0)
  await signIn()
  await page.goto('/offline', { waitUntil: 'commit' })
  await expect(page.getByRole('status')).toHaveText('Loading...')
  await expect(shell(page)).toHaveCount(0)
  letGo()
})

test('an ended session leads to the sign-in page, without the frame', async ({ page, signIn, context }) => {
  await signIn()
  const [cookie] = await context.cookies()
  await context.addCookies([{ ...cookie!, value: 'ended' }])
  await page.goto('/licenses')
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
  await expect(shell(page)).toHaveCount(0)
})
