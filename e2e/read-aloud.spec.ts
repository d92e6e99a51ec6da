import type { Page } from '@playwright/test'
import { makeLicense } from '#demo/rows/licenses.ts'
import { expect, test } from './fixtures.ts'

/** Screen readers read what is added to a place that was there before. */
const markPlaces = (page: Page) =>
  page.evaluate(() => {
    for (const place of document.querySelectorAll('output')) place.dataset.testid = 'was-there'
  })

const read = (page: Page, text: string) => page.getByTestId('was-there').filter({ hasText: text })

test('a screen reader reads how many licenses are selected, from the first one on', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  for (const label of ['PC 1', 'PC 2']) await makeLicense(db, { organizationId, label })
  await page.goto('/licenses')
  const box = (label: string) => page.getByRole('checkbox', { name: `Select ${label}` })
  await expect(box('PC 1')).toBeVisible()
  await markPlaces(page)
  await box('PC 1').press('Space')
  await expect(read(page, '1 selected')).toHaveCount(1)
  await box('PC 2').press('Space')
  await expect(read(page, '2 selected')).toHaveCount(1)
})

test('a screen reader reads how many tickets are selected, from the first one on', async ({ page, signIn }) => {
  await signIn({ role: 'agent' })
  await page.goto('/support?view=all')
  const first = page.getByRole('checkbox', { name: /^Select TKT-/ }).first()
  await expect(first).toBeVisible()
  await markPlaces(page)
  await first.press('Space')
  await expect(read(page, '1 selected')).toHaveCount(1)
})

test('a screen reader reads how many rows a search has left', async ({ page, signIn }) => {
  await signIn({ role: 'admin' })
  for (const [screen, label, text, count] of [
    ['/admin/users', 'Search users', 'bo', /^[\d,]+ users/],
    ['/admin/organizations', 'Search organizations', 'Acme', /^1 organization$/],
  ] as const) {
    await page.goto(screen)
    await expect(page.getByText(/^[\d,]+ (users|organizations)/)).toBeVisible()
    await markPlaces(page)
    const before = await page.getByText(/^[\d,]+ (users|organizations)/).textContent()
    await page.getByRole('searchbox', { name: label }).fill(text)
    const place = page.getByTestId('was-there').filter({ hasText: count })
    await expect(place).toHaveCount(1)
    await expect(place).not.toHaveText(before ?? '')
  }
})
