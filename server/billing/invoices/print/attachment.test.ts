import { and, eq, like } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { invoices } from '#contract/billing/invoices.ts'
import { uploads } from '#contract/releases/uploads.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { remindAll } from '#server/billing/reminders/reminders.ts'
import { emails } from '#server/database/schema/emails.ts'
import { createMailer } from '#server/platform/mail/mailer.ts'
import { makeLateInvoice } from '#server/testing/billing/billing-mails.ts'
import { admin, credit, issue, pay, set } from '#server/testing/billing/invoices.ts'
import { pagesOf } from '#server/testing/platform/pdf.ts'
import { openPostOffice } from '#server/testing/platform/post-office.ts'
import { app, config, db, platform, signIn } from '#server/testing/testing.ts'
import { printAttachment } from './document.ts'

const origin = await app.listen({ port: 0, host: '127.0.0.1' })

/** Sends a queued email and returns its attachment. */
async function filesSentTo(email: string, kind: string, about: string) {
  const { received, port } = await openPostOffice()
  const mail = { ...config.mail, smtpUrl: `smtp://127.0.0.1:${port}` }
  const mailer = createMailer({ config: { ...config, mail }, jobs: platform.jobs, seal: platform.seal })
  onTestFinished(() => mailer.close())
  const rows = await db
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.to, email), eq(emails.kind, kind), like(emails.onceKey, `%${about}%`)))
  for (const { id } of rows) await mailer.send(db, id, (file) => printAttachment(platform, file))
  expect(received).toHaveLength(rows.length)
  return received.flatMap(({ attachments }) =>
    attachments.map(({ content, ...file }) => ({ ...file, content: Buffer.from(content as Uint8Array) })),
  )
}

const textOf = ({ content }: { content: Buffer }) => pagesOf(content).join('')

test('an invoice comes with its email as a PDF, and so it does with its receipt and its reminder', async () => {
  const owner = await signIn()
  const { organizationId, user } = owner
  const invoice = await issue({ organizationId })
  const fileName = `${invoice.invoiceNumber}.pdf`
  const [issued, ...others] = await filesSentTo(user.email, 'invoice-issued', invoice.id)
  expect(issued).toMatchObject({ filename: fileName, mimeType: 'application/pdf' })
  expect(textOf(issued!)).toContain(invoice.invoiceNumber)
  expect(textOf(issued!)).not.toContain('PAID')
  expect(others).toEqual([])
  await pay(invoice, '1000.00')
  const [receipt] = await filesSentTo(user.email, 'payment-received', invoice.id)
  expect(receipt?.filename).toBe(fileName)
  expect(textOf(receipt!)).toContain('PAID')

  const late = await makeLateInvoice(7, { organizationId })
  await remindAll(platform)
  const reminded = await filesSentTo(user.email, 'payment-reminder', late.id)
  expect(reminded.map(({ filename }) => filename)).toEqual([`${late.invoiceNumber}.pdf`])
})

test('a credit note comes with its email', async () => {
  const { organizationId, user } = await signIn()
  const invoice = await issue({ organizationId })
  const [note] = (await credit(invoice, '100.00')).body.creditNotes
  const [file, ...others] = await filesSentTo(user.email, 'invoice-credited', note?.id ?? 'none')
  expect(file?.filename).toBe(`${note?.creditNoteNumber}.pdf`)
  expect(textOf(file!)).toContain(note?.creditNoteNumber)
  expect(others).toEqual([])
})

const UPLOADED = Buffer.from('%PDF-1.7\nas it was uploaded\n%%EOF\n')

/** An invoice with an uploaded PDF. */
async function upload(organizationId: string) {
  const { uploadURL } = (await admin.call(uploads.request)).body
  const { pathname, search } = new URL(uploadURL)
  await fetch(origin + pathname + search, { method: 'PUT', body: new Uint8Array(UPLOADED) })
  const unique = randomUUID().slice(0, 8)
  const { body } = await admin.call(invoices.upload, {
    body: { organizationId, invoiceNumber: `A/${unique}`, amount: '10', dueDate: '2026-03-31', pdfUrl: uploadURL },
  })
  return { ...body, unique, key: pathname.split('/').at(-1) ?? '' }
}

test('a file that was uploaded for an invoice comes byte by byte, by a name that is one', async () => {
  const { organizationId, user } = await signIn()
  const { id, unique } = await upload(organizationId)
  const [sent] = await filesSentTo(user.email, 'invoice-issued', id)
  expect(sent).toMatchObject({ filename: `A-${unique}.pdf`, content: UPLOADED })
})

test('an email whose uploaded PDF is lost is not sent without it, and its failure names the file', async () => {
  const { organizationId, user } = await signIn()
  const { id, invoiceNumber, key } = await upload(organizationId)
  await rm(path.join(config.dataDirectory, 'objects', key))
  await expect(filesSentTo(user.email, 'invoice-issued', id)).rejects.toThrow(key)
  expect(await db.select().from(emails).where(eq(emails.to, user.email))).toMatchObject([
    {
      sentAt: null,
      lastError: `Error: The PDF that was uploaded for invoice ${invoiceNumber} is lost. Restore the file ${key}`,
    },
  ])
})

test('what its reader may not open any longer stays behind, the email goes', async () => {
  const { organizationId, user } = await signIn()
  const invoice = await issue({ organizationId })
  await set(invoice, 'draft')
  expect(await filesSentTo(user.email, 'invoice-issued', invoice.id)).toEqual([])
  const { id } = await issue({ organizationId })
  const stranger = (await makeOrganization(db)).id
  const file = { kind: 'invoice', id, fileName: 'INV.pdf' } as const
  expect(await printAttachment(platform, { ...file, organizationId: stranger })).toBeUndefined()
  expect(await printAttachment(platform, { ...file, organizationId })).toBeInstanceOf(Buffer)
})
