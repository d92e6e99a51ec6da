import { writeFile } from 'node:fs/promises'
import { invoices } from '#contract/billing/invoices.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { expect, expectAccessible, test, toastOf, toastOver, unique } from './fixtures.ts'

test.beforeEach(({ signIn }) => signIn({ role: 'admin' }).then(() => undefined))

const pdf = (size = 900) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size - 9)])
const pdfNamed = (name: string, size?: number) => ({ name, mimeType: 'application/pdf', buffer: pdf(size) })

test('an invoice is uploaded, its PDF first [R-BILLA-35 R-BILLA-36 R-BILLA-37 R-BILLA-38 R-BILLA-39 R-BILLA-40 R-BILLA-41 R-VAL-39 R-VAL-40 R-VAL-57 R-STATE-44 R-STATE-45 R-API-74 R-ERR-39 R-ERR-41 R-ERR-43]', async ({
  page,
  db,
}) => {
  const name = unique('Invoiced Works')
  await makeOrganization(db, { name })
  await page.goto(`/billing?organization=${name}&search=${name}`)
  await expect(page.getByText('No invoices found matching your search.')).toBeVisible()
  await page.getByRole('button', { name: `Upload Invoice for ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Invoice' })
  const submit = dialog.getByRole('button', { name: 'Upload Invoice' })
  await expect(dialog).toContainText(name)
  await expect(dialog.getByLabel('Amount (ZAR)')).toHaveAttribute('step', '0.01')
  await expect(submit).toBeDisabled()
  await dialog.getByLabel('Invoice Number').press('Enter')
  await expect(toastOver(page)).toContainText('Missing Information')
  await expect(toastOver(page)).toContainText('Please fill in all required fields and upload a PDF.')
  await expectAccessible(page)

  const puts: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && puts.push(request.url()))
  const file = dialog.getByLabel('Invoice PDF')
  expect(await file.evaluate((input) => (input as HTMLInputElement).multiple)).toBe(false)
  await file.setInputFiles(pdfNamed('march.pdf', 300_000))
  await expect(toastOver(page)).toContainText('PDF Uploaded')
  await expect(toastOver(page)).toContainText('Complete the invoice details to finish')
  await expect(dialog).toContainText('march.pdf')
  expect(puts).toHaveLength(1)

  await submit.click()
  await expect(toastOver(page)).toContainText('Please fill in all required fields and upload a PDF.')
  await expect(dialog.getByText('Due date is required')).toBeVisible()
  await expect(dialog.getByLabel('Invoice Number')).toBeFocused()
  const number = unique('INV')
  await dialog.getByLabel('Invoice Number').fill(number)
  await dialog.getByLabel('Amount (ZAR)').fill('4321.5')
  await dialog.getByLabel('Due Date').fill('2099-03-05')
  await dialog.getByLabel('Notes').fill('Training')
  const sent = page.waitForRequest(`**${invoices.upload.url}`)
  await submit.click()
  expect((await sent).postDataJSON()).toMatchObject({ invoiceNumber: number, pdfUrl: puts[0], notes: 'Training' })
  await expect(toastOf(page)).toContainText('Invoice Uploaded')
  await expect(toastOf(page)).toContainText('visible to the organization admin')
  await expect(dialog).toHaveCount(0)
  const row = page.getByRole('row', { name: number })
  await expect(row).toContainText('R4321.50')
  const link = row.getByRole('link', { name: `Download invoice ${number}` })
  const stored = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(await stored.body()).toEqual(pdf(300_000))
})

test('a file that cannot be a PDF is not sent, and a refused upload shows an error [R-VAL-41 R-VAL-42 R-CONST-16 R-ERR-34 R-ERR-37]', async ({
  page,
  db,
}) => {
  const name = unique('Stubborn Works')
  const { id } = await makeOrganization(db, { name })
  await page.goto(`/billing?organization=${name}&upload=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Upload Invoice' })
  const file = dialog.getByLabel('Invoice PDF')
  const submit = dialog.getByRole('button', { name: 'Upload Invoice' })
  let asked = 0
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/objects/')) asked += 1
  })
  await expect(file).toHaveAttribute('accept', '.pdf')
  await file.setInputFiles(pdfNamed('march.exe'))
  await expect(dialog.getByRole('alert')).toHaveText('Only .pdf files are accepted.')
  await file.setInputFiles(pdfNamed('large.pdf', 10_485_761))
  await expect(dialog.getByRole('alert')).toHaveText('The file is larger than 10 MB.')
  expect(asked).toBe(0)

  await page.route('**/api/objects/upload', (route) => route.fulfill({ status: 502, body: '' }), { times: 1 })
  await file.setInputFiles(pdfNamed('first.pdf'))
  await expect(toastOver(page)).toContainText('Failed to upload invoice')
  await expect(toastOver(page)).toContainText('Failed to get upload URL')
  await file.setInputFiles({ name: 'fake.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ is no PDF') })
  await expect(toastOver(page)).toContainText('Failed to upload invoice')
  await expect(toastOver(page)).not.toContainText('Failed to get upload URL')
  await expect(submit).toBeDisabled()

  await file.setInputFiles(pdfNamed('good.pdf'))
  await expect(submit).toBeEnabled()
  const { invoiceNumber } = await makeInvoice(db, { organizationId: id })
  await dialog.getByLabel('Invoice Number').fill(invoiceNumber)
  await dialog.getByLabel('Amount (ZAR)').fill('1')
  await dialog.getByLabel('Due Date').fill('2099-03-05')
  await submit.click()
  await expect(dialog.getByLabel('Invoice Number')).toHaveAccessibleDescription(
    /An invoice with this number already exists\./,
  )
  await expect(dialog.getByLabel('Invoice Number')).toBeFocused()
  await expect(dialog.getByLabel('Amount (ZAR)')).toHaveValue('1')
})

test('a PDF that is on its way stops when another is picked, and leaving asks first', async ({ page, db }) => {
  const { id } = await makeOrganization(db, { name: unique('Hasty Works') })
  await page.goto(`/billing?upload=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Upload Invoice' })
  const stopped = page.waitForEvent('requestfailed', (request) => request.method() === 'PUT')
  await page.route('**/api/objects/put/**', () => undefined, { times: 1 })
  const sending = page.waitForRequest((request) => request.method() === 'PUT')
  await dialog.getByLabel('Invoice PDF').setInputFiles(pdfNamed('first.pdf'))
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await sending
  await dialog.getByLabel('Invoice PDF').setInputFiles(pdfNamed('second.pdf'))
  await stopped
  await expect(dialog).toContainText('second.pdf')
  await expect(dialog).toContainText('Uploaded.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL('/billing')
})

test('a PDF whose connection is lost is sent again, without another choice', async ({ page, context, db }) => {
  const { id } = await makeOrganization(db, { name: unique('Remote Works') })
  await page.goto(`/billing?upload=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Upload Invoice' })
  await page.route('**/api/objects/put/**', () => undefined, { times: 1 })
  const sending = page.waitForRequest((request) => request.method() === 'PUT')
  await dialog.getByLabel('Invoice PDF').setInputFiles(pdfNamed('march.pdf'))
  await sending
  await context.setOffline(true)
  await expect(dialog.getByRole('alert')).toContainText('The PDF was not uploaded.')
  await expectAccessible(page)
  await context.setOffline(false)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog).toContainText('Uploaded.')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})

test('a refused file is taken again under its name, and a canceled choice keeps the file', async ({
  page,
  db,
}, info) => {
  const { id } = await makeOrganization(db, { name: unique('Careful Works') })
  await page.goto(`/billing?upload=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Upload Invoice' })
  const input = dialog.getByLabel('Invoice PDF')
  const file = info.outputPath('march.pdf')
  const choose = async () => {
    const chooser = page.waitForEvent('filechooser')
    await input.press('Enter')
    return chooser
  }
  await writeFile(file, 'MZ is no PDF')
  await (await choose()).setFiles(file)
  await expect(toastOver(page)).toContainText('Failed to upload invoice')
  await writeFile(file, pdf())
  await (await choose()).setFiles(file)
  await expect(dialog).toContainText('Uploaded.')
  await choose()
  await input.dispatchEvent('cancel')
  expect(await input.evaluate(({ files }: HTMLInputElement) => files?.[0]?.name)).toBe('march.pdf')
  await expect(dialog.getByRole('button', { name: 'Upload Invoice' })).toBeEnabled()
})
