import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { findInvoice } from '#server/billing/emails/queries.ts'
import { only } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { dayOf } from '#server/domain/calendar.ts'
import { credit, issue } from '#server/testing/billing/invoices.ts'
import { db, newOrganization } from '#server/testing/testing.ts'
import { findPrintedCreditNote, findPrintedInvoice } from './queries.ts'

/** An invoice of the new year in South Africa, stored as issued in this zone. */
async function issuedIn(timeZone: string | undefined) {
  const organizationId = await newOrganization({ licenseLimit: null })
  const { id } = await issue({ organizationId })
  const ofInvoice = eq(invoices.id, id)
  const { particulars } = await db.select().from(invoices).where(ofInvoice).then(only)
  expect(particulars?.timeZone).toBe('Africa/Johannesburg')
  const { id: subscriptionId } = await makeSubscription(db, { organizationId })
  const [periodStart, periodEnd] = ['2026-12-31T22:00:00.000Z', '2027-01-31T22:00:00.000Z']
  const period = { subscriptionId, periodStart, periodEnd, seats: 10 }
  const createdAt = '2026-12-31T22:10:00.000Z'
  const document = { createdAt, ...period, particulars: { ...particulars!, timeZone } }
  await db.update(invoices).set(document).where(ofInvoice)
  return { id, organizationId }
}

test.each([
  ['Africa/Johannesburg', '2027-01-01', '2027-01-31'],
  ['America/New_York', '2026-12-31', '2027-01-30'],
  [undefined, '2027-01-01', '2027-01-31'],
])('an invoice issued in the zone %s is always of %s, whatever the zone has become', async (timeZone, day, lastDay) => {
  const { id, organizationId } = await issuedIn(timeZone)
  const period = { firstDay: day, lastDay }
  expect(await findPrintedInvoice(db, 'all', id)).toMatchObject({ issueDay: day, ...period })
  expect(await findInvoice(db, { id, organizationId })).toMatchObject(period)
})

test('a credit note has another zone than its invoice after a change', async () => {
  const [note] = (await credit(await issuedIn('America/New_York'), '10.00')).body.creditNotes
  const printed = await findPrintedCreditNote(db, 'all', note?.id ?? '')
  expect(printed).toMatchObject({ invoiceDay: '2026-12-31', particulars: { timeZone: 'Africa/Johannesburg' } })
  expect(printed?.issueDay).toBe(dayOf(printed?.createdAt ?? ''))
})
