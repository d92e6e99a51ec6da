import type { Locator, Page } from '@playwright/test'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { expect, test } from './fixtures.ts'

async function openInNewTab(page: Page, link: Locator) {
  const opened = page.context().waitForEvent('page')
  await link.click({ modifiers: ['ControlOrMeta'] })
  return opened
}

test('an admin opens an invoice beside the list that it was found in', async ({ page, db, signIn }) => {
  const { id: organizationId } = await makeOrganization(db)
  const { id, invoiceNumber } = await makeInvoice(db, { organizationId })
  await signIn({ role: 'admin' })
  await page.goto(`/admin/billing?of=${organizationId}`)
  const tab = await openInNewTab(page, page.getByRole('link', { name: invoiceNumber, exact: true }))
  await expect(tab.getByRole('dialog', { name: `Invoice ${invoiceNumber}` })).toBeVisible()
  await expect(tab).toHaveURL(`/admin/billing?of=${organizationId}&invoice=${id}`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a customer opens a license and an invoice in new tabs', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn()
  const { label } = await makeLicense(db, { organizationId, label: '100%41 of Durban' })
  const { invoiceNumber } = await makeInvoice(db, { organizationId })
  await page.goto('/licenses?search=100%2541')
  const ofLicense = await openInNewTab(page, page.getByRole('link', { name: label }))
  await expect(ofLicense.getByRole('dialog', { name: label })).toBeVisible()
  await expect(ofLicense).toHaveURL(/\/licenses\?search=100%2541&license=/)
  await page.goto('/billing')
  const link = page.getByRole('link', { name: new RegExp(` 20\\d\\d ${invoiceNumber}`) })
  const ofInvoice = await openInNewTab(page, link)
  await expect(ofInvoice.getByRole('dialog', { name: `Invoice ${invoiceNumber}` })).toBeVisible()
})

test('an admin opens a user in a new tab', async ({ page, signIn }) => {
  const { userId, email } = await signIn({ role: 'admin' })
  await page.goto(`/admin/users?search=${email}`)
  const tab = await openInNewTab(page, page.getByRole('row', { name: email }).locator('[data-open]'))
  await expect(tab.getByRole('dialog')).toContainText(email)
  await expect(tab).toHaveURL(new RegExp(`&user=${userId}`))
})

test('Ctrl and a click beside the link of a row opens a new tab too', async ({ page, db, signIn }) => {
  const { name } = await makeOrganization(db, { name: 'Tabs of Umhlanga' })
  await signIn({ role: 'admin' })
  await page.goto(`/admin/organizations?search=${encodeURIComponent(name)}`)
  const tab = await openInNewTab(page, page.getByRole('row', { name }).locator('[data-label=Status]'))
  await expect(tab.getByRole('dialog', { name })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('what a click beside the link of a row opens returns the focus to that link', async ({ page, db, signIn }) => {
  const { name } = await makeOrganization(db, { name: 'Focus of Umhlanga' })
  await signIn({ role: 'admin' })
  await page.goto(`/admin/organizations?search=${encodeURIComponent(name)}`)
  await page.getByRole('row', { name }).locator('[data-label=Status]').click()
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name }).locator('[data-open]')).toBeFocused()
})
