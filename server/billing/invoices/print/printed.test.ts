import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invoices } from '#contract/billing/invoices.ts'
import { payments } from '#contract/billing/payments.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { insertItems } from '#server/billing/invoices/queries.ts'
import { only } from '#server/database/database.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { credit, issue } from '#server/testing/billing/invoices.ts'
import { pagesOf } from '#server/testing/platform/pdf.ts'
import { app, db, platform, signIn, stranger, type Person } from '#server/testing/testing.ts'

/** Returns the text lines of a downloaded PDF. */
async function printed({ cookie = '', ip }: Person, url: string, id: string) {
  const { rawPayload } = await app.inject({ url: url.replace(':id', id), remoteAddress: ip, headers: { cookie } })
  return pagesOf(rawPayload).join('').split('\n')
}

test('one person cannot keep the server busy with printing; a colleague still gets the invoice', async () => {
  const owner = await signIn()
  const { id } = await makeInvoice(db, { organizationId: owner.organizationId })
  const download = (person: typeof owner) => person.call(invoices.download, { params: { id } })
  expect((await download(owner)).status).toBe(200)
  const spend = () => platform.limits.spend('printed document by user', owner.user.id)
  await Promise.allSettled(Array.from({ length: 120 }, spend))
  expect((await download(owner)).status).toBe(429)
  expect((await download(await owner.colleague('customer'))).status).toBe(200)
})

test('an invoice and its credit note name both parties as they were on the day, whatever they are called since', async () => {
  const owner = await signIn()
  const { organizationId } = owner
  const rename = (name: string, address: string) =>
    db.update(organizations).set({ name, address }).where(eq(organizations.id, organizationId))
  await rename('Acme Mining', '12 Shaft Road')
  const invoice = await issue({ organizationId })
  const [note] = (await credit(invoice, '100.00')).body.creditNotes
  await rename('Acme Holdings', '1 High Street')
  const lines = [
    await printed(owner, invoices.download.url, invoice.id),
    await printed(owner, payments.downloadCreditNote.url, note?.id ?? ''),
  ]
  for (const words of lines) {
    expect(words).toContain('Acme Mining')
    expect(words).toContain('12 Shaft Road')
    expect(words.join('\n')).not.toContain('Acme Holdings')
  }
  expect(lines[1]).toEqual(expect.arrayContaining(['Credit Note', note?.creditNoteNumber, invoice.invoiceNumber]))
})

test('the period ends on the day before the next one begins', async () => {
  const owner = await signIn()
  const { organizationId } = owner
  const subscription = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.organizationId, organizationId))
    .then(only)
  const period = { start: '2027-06-30T22:00:00.000Z', end: '2027-07-31T22:00:00.000Z', seats: 4 }
  const invoice = await issue({ organizationId, subscriptionId: subscription.id, period })
  expect(await printed(owner, invoices.download.url, invoice.id)).toContain('Jul 01, 2027 to Jul 31, 2027')
})

test('a credit note is its organization’s and the admins’, and printing it is counted', async () => {
  const owner = await signIn()
  const invoice = await makeInvoice(db, { organizationId: owner.organizationId, amountCents: 100_000 })
  const [note] = (await credit(invoice, '100.00')).body.creditNotes
  const download = ({ call }: Pick<Person, 'call'>) => call(payments.downloadCreditNote, { params: { id: note?.id } })
  const people = [owner, await owner.colleague('customer'), await signIn({ role: 'admin' })]
  people.push(await signIn(), await signIn({ role: 'agent' }))
  const answers = await Promise.all([...people, stranger()].map(download))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404, 404, 401])
  expect(answers[0]?.headers['content-disposition']).toContain(`filename="${note?.creditNoteNumber}.pdf"`)
  await platform.limits.spend('printed document by user', owner.user.id, 120).catch(() => undefined)
  expect((await download(owner)).status).toBe(429)
})

test('the VAT of the credit notes of an invoice adds up to the VAT of the invoice', async () => {
  const owner = await signIn()
  const { organizationId } = owner
  const invoice = await issue({ organizationId, items: [{ description: 'Setup', quantity: 1, amountCents: 10_000 }] })
  for (const amount of ['33.33', '33.33', '33.34']) await credit(invoice, amount)
  const { creditNotes } = (await owner.call(payments.read, { params: invoice })).body
  const vatIn = (lines: string[]) => lines[lines.indexOf('VAT 15%') + 1]
  const vats = []
  for (const { id } of creditNotes) vats.push(vatIn(await printed(owner, payments.downloadCreditNote.url, id)))
  expect(vatIn(await printed(owner, invoices.download.url, invoice.id))).toBe('R13.04')
  expect(vats).toEqual(['R4.35', 'R4.34', 'R4.35'])
})

test('a draft that was never issued is printed with the VAT it would be issued with', async () => {
  const { organizationId } = await signIn()
  const draft = await makeInvoice(db, { organizationId, status: 'draft', vatBasisPoints: 0 })
  const lines = await printed(await signIn({ role: 'admin' }), invoices.download.url, draft.id)
  expect(lines).toContain('VAT 15%')
})

test('a note is printed once, also where an invoice without lines prints it as its line', async () => {
  const owner = await signIn()
  const facts = { organizationId: owner.organizationId, notes: 'Your order\tPO-4711\r\nBoksburg' }
  const issued = [await makeInvoice(db, facts), await makeInvoice(db, facts)]
  const [withLine, withoutLine] = issued
  await insertItems(db, withLine!, [{ description: 'Training', quantity: 1, amountCents: withLine!.amountCents }])
  const notes = async ({ id }: { id: string }) =>
    (await printed(owner, invoices.download.url, id)).filter((line) => /^(Notes|Your order.*|.*Boksburg)$/.test(line))
  expect(await notes(withLine!)).toEqual(['Notes', 'Your order PO-4711', 'Boksburg'])
  expect(await notes(withoutLine!)).toEqual(['Your order PO-4711', 'Boksburg'])
})
