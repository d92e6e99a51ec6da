import { makeInvoice } from '#demo/rows/invoices.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inDays, test, toastOver } from './fixtures.ts'

test('the outstanding amount is at the top of billing, with each payment detail to copy', async ({
  page,
  context,
  signIn,
  db,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { organizationId } = await signIn()
  const due = (days: number) => ({ organizationId, status: 'issued' as const, dueDate: inDays(days).slice(0, 10) })
  const later = await makeInvoice(db, { ...due(20), amountCents: 50_000 })
  const first = await makeInvoice(db, { ...due(5), amountCents: 75_050 })
  await page.goto('/billing')
  const bar = page.getByRole('region', { name: 'Outstanding' })
  await expect(bar).toContainText('R1250.50 outstanding')
  await expect(bar).toContainText(`2 invoices. The first is ${first.invoiceNumber}, due`)
  await bar.getByRole('button', { name: 'How to pay' }).click()
  const dialog = page.getByRole('dialog', { name: 'How to pay' })
  for (const [name, value] of [
    ['amount', '750.50'],
    ['reference', first.invoiceNumber],
    ['account number', '62000123456'],
    ['branch code', '250655'],
  ] as const) {
    await dialog.getByRole('button', { name: `Copy ${name}` }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(value)
  }
  await dialog.getByLabel('Invoice').selectOption(later.id)
  await expect(dialog).toContainText('R500.00')
  await dialog.getByRole('button', { name: 'Show QR code' }).click()
  await expect(dialog.getByRole('figure', { name: 'QR code with the payment details' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

test('without bank details customers ask sales, and without a balance nothing is said', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  await page.goto('/billing')
  await expect(page.getByRole('heading', { name: 'Current Subscription' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Outstanding' })).toHaveCount(0)
  const invoice = await makeInvoice(db, { organizationId, status: 'issued' })
  await page.route(
    (url) => url.pathname === subscriptions.read.url,
    async (route) => {
      const response = await route.fetch()
      const body: object = await response.json()
      await route.fulfill({ response, json: { ...body, bankDetails: null } })
    },
  )
  await page.reload()
  await expect(page.getByRole('link', { name: 'Ask sales how to pay' })).toBeVisible()
  await page.goto(`/billing?invoice=${invoice.id}`)
  await page.getByRole('dialog').getByRole('link', { name: 'Ask sales how to pay' }).click()
  await expect(page.getByLabel('Title')).toHaveValue(`How do I pay invoice ${invoice.invoiceNumber}?`)
})

test('a proof of payment is sent from the invoice, and an admin finds it there', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const invoice = await makeInvoice(db, { organizationId, status: 'issued', amountCents: 75_050 })
  await page.goto(`/billing?invoice=${invoice.id}`)
  const drawer = page.getByRole('dialog', { name: `Invoice ${invoice.invoiceNumber}` })
  await drawer.getByRole('button', { name: 'Send proof of payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send proof of payment' })
  await expect(dialog).toContainText(`For invoice ${invoice.invoiceNumber}, R750.50 outstanding.`)
  const file = dialog.getByLabel('Your bank’s confirmation')
  await file.setInputFiles({ name: 'paid.txt', mimeType: 'text/plain', buffer: Buffer.from('paid') })
  await expect(dialog).toContainText('Send the proof of payment as a PDF, PNG or JPEG file.')
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled()
  const buffer = Buffer.from('%PDF-1.7\npaid\n%%EOF\n')
  await file.setInputFiles({ name: 'confirmation.pdf', mimeType: 'application/pdf', buffer })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(toastOver(page)).toContainText('Proof of payment sent')
  const proofs = drawer.getByRole('region', { name: 'Proof of payment' }).getByRole('listitem')
  await expect(proofs).toHaveText([/confirmation\.pdf/])

  await signIn({ role: 'admin' })
  await page.goto(`/admin/billing?invoice=${invoice.id}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download confirmation.pdf' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('confirmation.pdf')
  await page.goto(`/admin/billing?search=${invoice.invoiceNumber}`)
  await expect(page.getByRole('row', { name: invoice.invoiceNumber })).toContainText('Proof of payment')
})

test('a proof of payment that is not sent says why, and its upload can be stopped', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const invoice = await makeInvoice(db, { organizationId, status: 'issued' })
  await page.goto(`/billing?invoice=${invoice.id}`)
  await page.getByRole('button', { name: 'Send proof of payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send proof of payment' })
  const send = dialog.getByRole('button', { name: 'Send' })
  const pick = (text: string) =>
    dialog
      .getByLabel('Your bank’s confirmation')
      .setInputFiles({ name: 'paid.pdf', mimeType: 'application/pdf', buffer: Buffer.from(text) })
  await pick('no PDF')
  await send.click()
  await expect(toastOver(page)).toContainText('The proof of payment was not sent')

  await pick('%PDF-1.7 paid')
  await page.route(PUT, (route) => route.abort('connectionreset'), { times: 1 })
  await send.click()
  await expect(toastOver(page)).toContainText('The connection was lost before all of the file had arrived.')

  await page.route(PUT, () => undefined, { times: 1 })
  const stopped = page.waitForEvent('requestfailed', (request) => request.method() === 'PUT')
  const sending = page.waitForRequest((request) => request.method() === 'PUT')
  await send.click()
  await sending
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await stopped
  await expect(dialog).toHaveCount(0)
})

const PUT = '**/api/objects/put/**'
