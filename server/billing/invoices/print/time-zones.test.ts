import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { only } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { dayOf } from '#server/domain/calendar.ts'
import { credit, issue } from '#server/testing/billing/invoices.ts'
import { db, newOrganization } from '#server/testing/testing.ts'
import { findPrintedCreditNote, findPrintedInvoice } from './queries.ts'

/** An invoice of the new year in South Africa, stored as issued in this zone. */
async function issuedIn(timeZone: string | undefined) {
  const { id } = await issue({ organizationId: await newOrganization() })
  const ofInvoice = eq(invoices.id, id)
  const { particulars } = await db.select().from(invoices).where(ofInvoice).then(only)
  expect(particulars?.timeZone).toBe('Africa/Johannesburg')
  const document = { createdAt: '2026-12-31T22:10:00.000Z', particulars: { ...particulars!, timeZone } }
  await db.update(invoices).set(document).where(ofInvoice)
  return id
}

test.each([
  ['Africa/Johannesburg', '2027-01-01'],
  ['America/New_York', '2026-12-31'],
  [undefined, '2027-01-01'],
])('an invoice issued in the zone %s is always of %s, whatever the zone has become', async (timeZone, day) => {
  const id = await issuedIn(timeZone)
  expect(await findPrintedInvoice(db, 'all', id)).toMatchObject({ issueDay: day })
})

test('a credit note has another zone than its invoice after a change', async () => {
  const [note] = (await credit({ id: await issuedIn('America/New_York') }, '10.00')).body.creditNotes
  const printed = await findPrintedCreditNote(db, 'all', note?.id ?? '')
  expect(printed).toMatchObject({ invoiceDay: '2026-12-31', particulars: { timeZone: 'Africa/Johannesburg' } })
  expect(printed?.issueDay).toBe(dayOf(printed?.createdAt ?? ''))
})
