import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invoices } from '#contract/billing/invoices.ts'
import {
  MAX_PROOFS,
  ONLY_CUSTOMERS_PROVE,
  PROOF_NOT_NEEDED,
  TOO_MANY_PROOFS,
  WRONG_PROOF,
  paymentProofs,
} from '#contract/billing/payment-proofs.ts'
import { payments } from '#contract/billing/payments.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { PICTURES } from '#demo/support/files/attachment-samples.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { emails } from '#server/database/schema/emails.ts'
import { alertsAbout } from '#server/testing/operations/dashboard.ts'
import { fetchFile, upload } from '#server/testing/support/attachments.ts'
import { config, db, signIn, statusesOf, stranger, type Person } from '#server/testing/testing.ts'

const PDF = { fileName: 'confirmation.pdf', bytes: Buffer.from('%PDF-1.7\npaid\n%%EOF\n') }

const admin = await signIn({ role: 'admin' })

async function owing(changes: object = {}) {
  const owner = await signIn()
  const invoice = await makeInvoice(db, { organizationId: owner.organizationId, status: 'issued', ...changes })
  return { owner, invoice }
}

const listOf = (person: Person, invoice: object) => person.call(paymentProofs.list, { params: invoice })

const post = (person: Person, invoice: object, given: object) =>
  person.call(paymentProofs.create, { params: invoice, body: given })

const send = async (person: Person, invoice: object, file = PDF) =>
  post(person, invoice, (await upload(person, file)).given)

const fileOf = (invoice: { id: string }, proofId: string) =>
  paymentProofs.file.url.replace(':id', invoice.id).replace(':proofId', proofId)

test('a customer sends a proof; admins see and download it, and sales gets an email', async () => {
  const { owner, invoice } = await owing()
  const member = await owner.colleague('customer')
  const { status, body } = await send(member, invoice)
  const expected = [
    {
      id: expect.any(String),
      fileName: 'confirmation.pdf',
      size: PDF.bytes.length,
      type: 'application/pdf',
      isImage: false,
      sentBy: `${member.user.firstName} ${member.user.lastName}`,
      createdAt: expect.any(String),
    },
  ]
  expect([status, body]).toEqual([201, expected])
  for (const reader of [owner, member, admin]) {
    expect((await listOf(reader, invoice)).body).toEqual(expected)
    const file = await fetchFile(reader, fileOf(invoice, body[0]!.id))
    expect([file.statusCode, file.rawPayload.equals(PDF.bytes)]).toEqual([200, true])
    expect(file.headers['content-disposition']).toContain('attachment; filename="confirmation.pdf"')
  }
  const letters = await db.select().from(emails).where(eq(emails.to, config.salesEmail))
  expect(letters.map(({ subject }) => subject)).toContain(
    `Proof of payment for invoice ${invoice.invoiceNumber} on ${config.productName}`,
  )
  const trail = await db.select().from(auditLog).where(eq(auditLog.subjectId, invoice.id))
  expect(trail).toMatchObject([{ action: 'invoice.proof-sent', actorId: member.user.id }])
})

test('other organizations, agents and visitors learn nothing about a proof', async () => {
  const { owner, invoice } = await owing()
  const [proof] = (await send(owner, invoice)).body
  const outsiders = [await signIn(), await signIn({ role: 'customer' }), await signIn({ role: 'agent' })]
  for (const person of outsiders) {
    expect((await listOf(person, invoice)).status).toBe(404)
    expect((await fetchFile(person, fileOf(invoice, proof!.id))).statusCode).toBe(404)
  }
  expect((await send(outsiders[0]!, invoice)).status).toBe(404)
  expect(await send(admin, invoice)).toMatchObject({ status: 403, message: ONLY_CUSTOMERS_PROVE })
  expect((await stranger().call(paymentProofs.list, { params: invoice })).status).toBe(401)
  const other = await owing()
  expect((await fetchFile(other.owner, fileOf(other.invoice, proof!.id))).statusCode).toBe(404)
  expect((await fetchFile(owner, fileOf(invoice, invoice.id))).statusCode).toBe(404)
})

test('an invoice without a balance takes no proof, nor a draft', async () => {
  for (const status of ['paid', 'void', 'cancelled'] as const) {
    const { owner, invoice } = await owing({ status })
    expect(await send(owner, invoice)).toMatchObject({ status: 409, message: PROOF_NOT_NEEDED })
  }
  const { owner, invoice } = await owing({ status: 'draft' })
  expect((await send(owner, invoice)).status).toBe(404)
})

test('only a PDF or a picture that is what it says, of one’s own, once', async () => {
  const { owner, invoice } = await owing()
  const text = { fileName: 'paid.txt', bytes: Buffer.from('I have paid') }
  expect(await send(owner, invoice, text)).toMatchObject({ status: 400, message: WRONG_PROOF })
  const picture = await upload(owner, { fileName: 'paid.png', bytes: PICTURES.png })
  expect((await post(owner, invoice, { ...picture.given, fileName: 'paid.pdf' })).status).toBe(400)
  expect((await post(await owner.colleague('customer'), invoice, picture.given)).status).toBe(400)
  expect((await post(owner, invoice, picture.given)).status).toBe(201)
  expect((await post(owner, invoice, picture.given)).status).toBe(409)
  for (const given of [
    {},
    { url: 'x' },
    { url: '', fileName: 'a.pdf' },
    { url: 'https://example.com/a.pdf', fileName: 'a.pdf' },
  ])
    expect((await post(owner, invoice, given)).status).toBe(400)
})

test('an invoice has at most five proofs, also if they arrive at once', async () => {
  const { owner, invoice } = await owing()
  const files = []
  for (let count = 0; count <= MAX_PROOFS; count++) files.push((await upload(owner, PDF)).given)
  const answers = await Promise.all(files.map((given) => post(owner, invoice, given)))
  expect(statusesOf(answers)).toEqual([...Array.from({ length: MAX_PROOFS }, () => 201), 409])
  expect(answers.find(({ status }) => status === 409)?.message).toBe(TOO_MANY_PROOFS)
  expect((await listOf(owner, invoice)).body).toHaveLength(MAX_PROOFS)
})

test('the list of all invoices marks a proof until a payment is recorded, and the customer’s list does not', async () => {
  const { owner, invoice } = await owing({ amountCents: 100_000 })
  const { organizationId } = owner
  const other = await makeInvoice(db, { organizationId, status: 'issued' })
  await send(owner, invoice)
  const marked = async () => {
    const { body } = await admin.call(invoices.listAll, { query: { organizationId } })
    expect(body.map(({ id }) => id)).toContain(other.id)
    return body.flatMap(({ id, hasProof }) => (hasProof ? [id] : []))
  }
  expect(await marked()).toEqual([invoice.id])
  expect((await owner.call(invoices.list)).body.some(({ hasProof }) => hasProof !== undefined)).toBe(false)
  const body = { amount: '10.00', receivedOn: new Date().toISOString().slice(0, 10), reference: 'EFT' }
  await admin.call(payments.record, { params: invoice, body })
  expect(await marked()).toEqual([])
  await send(owner, invoice)
  expect(await marked()).toEqual([invoice.id])
})

test('staff have an alert until a payment is recorded', async () => {
  const { owner, invoice } = await owing({ amountCents: 100_000 })
  await send(owner, invoice)
  const name = `a proof of payment for ${invoice.invoiceNumber}`
  expect(await alertsAbout(admin, name)).toMatchObject([{ title: 'Proof of payment', severity: 'info' }])
  const body = { amount: '10.00', receivedOn: new Date().toISOString().slice(0, 10), reference: 'EFT' }
  expect((await admin.call(payments.record, { params: invoice, body })).status).toBe(201)
  expect(await alertsAbout(admin, name)).toEqual([])
})

test('a reversal of an earlier payment records none: the proof that came before it still waits', async () => {
  const { owner, invoice } = await owing({ amountCents: 100_000 })
  const day = { receivedOn: new Date().toISOString().slice(0, 10), reference: 'EFT' }
  const { body } = await admin.call(payments.record, { params: invoice, body: { amount: '10.00', ...day } })
  await send(owner, invoice)
  const [payment] = body.payments
  const reversed = await admin.call(payments.reverse, { params: payment!, body: { reason: 'It bounced.' } })
  expect(reversed.status).toBe(201)
  const query = { organizationId: owner.organizationId }
  expect((await admin.call(invoices.listAll, { query })).body).toMatchObject([{ id: invoice.id, hasProof: true }])
  expect(await alertsAbout(admin, `a proof of payment for ${invoice.invoiceNumber}`)).toHaveLength(1)
})

test('a proof waits again once the payment that was recorded for it is reversed', async () => {
  const { owner, invoice } = await owing({ amountCents: 100_000 })
  await send(owner, invoice)
  const day = { receivedOn: new Date().toISOString().slice(0, 10), reference: 'EFT' }
  const { body } = await admin.call(payments.record, { params: invoice, body: { amount: '10.00', ...day } })
  const proofAlerts = () => alertsAbout(admin, `a proof of payment for ${invoice.invoiceNumber}`)
  expect(await proofAlerts()).toEqual([])
  const [payment] = body.payments
  await admin.call(payments.reverse, { params: payment!, body: { reason: 'Recorded by mistake.' } })
  expect(await proofAlerts()).toHaveLength(1)
})
