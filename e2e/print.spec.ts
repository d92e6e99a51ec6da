import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { card, expect, test } from './fixtures.ts'

test('prints all rows of a long list, with all their columns', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn({ licenseLimit: 100 })
  for (let place = 1; place <= 70; place++) await makeLicense(db, { organizationId, label: `Computer ${place}` })
  await page.goto('/licenses')
  const table = page.getByRole('table', { name: 'List of Your Licenses' })
  await expect(card(page, 'Your Licenses')).toContainText('70 licenses')
  await expect(table.locator('tr[data-row]')).not.toHaveCount(0)
  expect(await table.locator('tr[data-row]').count()).toBeLessThan(70)

  await page.emulateMedia({ media: 'print' })
  await expect(table.locator('tr[data-row]')).toHaveCount(70)
  const box = page.locator('[data-scroll-box]').first()
  await expect(box).toHaveCSS('overflow', 'visible')
  expect((await box.boundingBox())?.height).toBeGreaterThan(70 * 40)
  await expect(table.locator('thead th').last()).toHaveCSS('position', 'static')
})

test('prints an open invoice alone and whole', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeInvoice(db, { organizationId, status: 'pending' })
  await page.setViewportSize({ width: 800, height: 300 })
  await page.goto('/billing')
  await page.getByRole('table', { name: 'List of invoices' }).getByRole('link', { name: /INV/ }).first().click()
  const invoice = page.getByRole('dialog', { name: /Invoice INV/ })
  await expect(invoice.getByText('Download PDF')).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main')).toBeHidden()
  await expect(invoice).toBeVisible()
  const isWhole = await invoice.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)
  expect(isWhole).toBe(true)
  await expect(invoice).toHaveCSS('position', 'static')
})
