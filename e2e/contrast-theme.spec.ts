import type { Locator } from '@playwright/test'
import { makeActiveLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { organizationChoice, organizationList } from './choose-organization.ts'
import { card, expect, test, unique } from './fixtures.ts'

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }))

const backgroundOf = (element: Locator) => element.evaluate((shown) => getComputedStyle(shown).backgroundColor)

test('shows switches, and which tab is selected, in a contrast theme', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/team')
  const tab = (name: string) => page.getByRole('tab', { name })
  await expect(tab('Members')).toBeVisible()
  expect(await backgroundOf(tab('Members'))).not.toBe(await backgroundOf(tab('Webhooks')))

  await page.goto('/account')
  const setting = page.getByRole('switch').first()
  await expect(setting).toHaveCSS('appearance', 'auto')
  const before = await setting.screenshot()
  await setting.click()
  await expect(setting).toBeChecked({ checked: false })
  expect(await setting.screenshot()).not.toEqual(before)
})

test('shows which item of a menu has the focus in a contrast theme', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/')
  await page.getByRole('button', { name: 'User menu' }).press('Enter')
  const item = (name: string) => page.getByRole('menuitem', { name })
  await expect(item('Account')).toBeFocused()
  await page.keyboard.press('End')
  await expect(item('Log out')).toBeFocused()
  expect(await backgroundOf(item('Log out'))).not.toBe(await backgroundOf(item('Account')))
})

test('all text of the focused option can be read in a contrast theme', async ({ page, signIn, db }) => {
  const { name } = await makeOrganization(db, { name: unique('Contrast Works') })
  await signIn({ role: 'admin' })
  await page.goto('/admin/audit')
  await organizationChoice(page).click()
  await organizationList(page).getByRole('combobox').fill(name)
  const option = organizationList(page).getByRole('option', { selected: true })
  await expect(option).toContainText(name)
  const colors = await option.evaluate((shown) =>
    [...shown.querySelectorAll('span')].map((text) => getComputedStyle(text).color),
  )
  const [color] = new Set(colors)
  expect(colors).toEqual(colors.map(() => color))
  await expect(option).toHaveCSS('color', color!)
})

test('shows which line of a chart is which, and the parts of a bar, in a contrast theme', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  await makeActiveLicense(db, { organizationId })
  await page.goto('/licenses')
  const part = page.getByRole('list', { name: 'Licenses by status' }).getByRole('listitem').locator('[aria-hidden]')
  await expect(part).not.toHaveCount(0)
  expect(await backgroundOf(part.first())).not.toBe(await backgroundOf(page.locator('body')))

  await signIn({ role: 'agent' })
  await page.goto('/reports')
  const chart = card(page, 'Created and Resolved').getByRole('figure')
  const key = (name: string) => chart.locator('figcaption span', { hasText: name }).locator('i')
  await expect(key('Created')).toBeVisible()
  expect(await backgroundOf(key('Created'))).not.toBe(await backgroundOf(key('Resolved')))
})
