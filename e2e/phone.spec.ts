import type { Locator } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeUser } from '#demo/rows/users.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOver, unique } from './fixtures.ts'

/** Two lines of text with the padding of a row, in pixels. */
const TWO_LINES = 96

test('a row of each list takes two lines on a phone', async ({ page, signIn, db }) => {
  test.slow()
  const { organizationId } = await signIn({ licenseLimit: 5 })
  await makeActiveLicense(db, { organizationId, label: 'Front desk', description: 'By the door', tags: ['Durban'] })
  await makeInvoice(db, { organizationId, status: 'overdue' })
  await makeUser(db, { organizationId, firstName: 'Anna', lastName: 'Adams' })
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [screen, list] of [
    ['/licenses', 'List of Your Licenses'],
    ['/billing', 'List of invoices'],
    ['/team', 'List of Members'],
    ['/', 'List of License Management'],
  ] as const) {
    await page.goto(screen)
    const rows = page.getByRole('table', { name: list }).locator('tr[data-row]')
    await expect(rows).not.toHaveCount(0)
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
    expect(Math.max(...heights), screen).toBeLessThanOrEqual(TWO_LINES)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
})

test('a row of an admin’s list names what matters on a phone, in a few lines', async ({ page, signIn, db }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const name = unique('Karoo Wind')
  const { id: organizationId } = await makeOrganization(db, { name })
  await makeUser(db, { organizationId, firstName: 'Anna', lastName: name, email: `${randomUUID()}@wind.example` })
  const { invoiceNumber } = await makeInvoice(db, { organizationId, status: 'issued' })
  await signIn({ role: 'admin' })
  for (const [screen, list, texts, button] of [
    ['/admin/organizations', 'Organizations', [name, 'Active', '0 licenses'], `Actions for ${name}`],
    ['/admin/users', 'Users', [name, 'Active', '@wind.example'], `Actions for Anna ${name}`],
    ['/admin/billing', 'List of all invoices', [invoiceNumber, 'Issued', name], `Paid: ${invoiceNumber}`],
  ] as const) {
    await page.goto(`${screen}?search=${encodeURIComponent(name)}`)
    const row = page.getByRole('table', { name: list }).locator('tr[data-row]')
    await expect(row).toHaveCount(1)
    for (const text of texts) await expect(row.getByText(text).filter({ visible: true }).first()).toBeVisible()
    await expect(row.getByRole('button', { name: button })).toBeVisible()
    expect((await row.boundingBox())!.height, screen).toBeLessThanOrEqual(TWO_LINES * 2)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
})

test('the buttons of a confirmation can be reached at a zoom of 400%', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeLicense(db, { organizationId, label: 'Reception '.repeat(10).trim() })
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('/licenses')
  await page.getByRole('button', { name: /^Actions for Reception/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const remove = page.getByRole('alertdialog').getByRole('button', { name: 'Delete' })
  await remove.scrollIntoViewIfNeeded()
  await expect(remove).toBeInViewport({ ratio: 1 })
})

test('a notification covers no button of a dialog', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeLicense(db, { organizationId, label: 'Reception '.repeat(10).trim() })
  await page.setViewportSize({ width: 320, height: 400 })
  await page.route('**/api/{api-tokens,licenses/*}', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 503, json: { message: 'Busy' } }),
  )
  const gapBelow = async (button: Locator) => {
    const [toast, { y, height }] = [(await toastOver(page).boundingBox())!, (await button.boundingBox())!]
    return toast.y - y - height
  }
  await page.goto('/licenses')
  await page.getByRole('button', { name: /^Actions for Reception/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const remove = page.getByRole('alertdialog').getByRole('button', { name: 'Delete' })
  await remove.press('Enter')
  await expect(toastOver(page)).toContainText('Busy')
  await expect.poll(() => gapBelow(remove)).toBeGreaterThan(0)

  await page.goto('/team?tab=api-tokens')
  await page.getByRole('button', { name: 'New API Token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API Token' })
  await dialog.getByLabel('Name').fill('Nightly export')
  await dialog.getByLabel('Licenses: read').check()
  const create = dialog.getByRole('button', { name: 'Create Token' })
  await create.press('Enter')
  await expect(toastOver(page)).toContainText('Busy')
  await expect.poll(() => gapBelow(create)).toBeGreaterThan(0)
})

for (const [orientation, viewport] of [
  ['portrait', { width: 390, height: 844 }],
  ['landscape', { width: 844, height: 390 }],
] as const)
  test.describe(`a phone in ${orientation}`, () => {
    test.use({ hasTouch: true, isMobile: true, viewport })

    test('does not zoom into a field that is touched', async ({ page, signIn }) => {
      await signIn()
      await page.goto('/licenses')
      await page.getByRole('button', { name: 'Search or go to…' }).tap()
      const field = page.getByRole('dialog').getByRole('combobox')
      await expect(field).toHaveCSS('font-size', '16px')
      await field.press('Escape')
      await page.getByRole('button', { name: 'Assign devices' }).tap()
      await expect(page.getByRole('textbox', { name: 'Devices' })).toHaveCSS('font-size', '16px')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Create License' }).tap()
      await expect(page.getByLabel('Label')).toHaveCSS('font-size', '16px')
    })
  })
