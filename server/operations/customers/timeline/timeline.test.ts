import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { timeline, TimelineKind, type TimelineEntry } from '#contract/operations/timeline.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeActiveLicense, makeCheckIn } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { creditNotes } from '#server/database/schema/billing/payments.ts'
import { emails } from '#server/database/schema/emails.ts'
import { db, signIn, type Person } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })
const agent = await signIn({ role: 'agent' })

const read = (organizationId: string, query: object = {}, reader: Person = agent) =>
  reader.call(timeline.list, { params: { id: organizationId }, query })

const eventsOf = (entries: TimelineEntry[]) => entries.map(({ event }) => event)

const at = (minute: number) => `2026-03-05T10:${String(minute).padStart(2, '0')}:00.000Z`

const email = (to: string, kind: string, minute: number) => ({
  to,
  kind,
  subject: `Re: ${kind}`,
  text: 'body text',
  html: 'body text',
  createdAt: at(minute),
})

async function makeBusy() {
  const owner = await signIn()
  const { organizationId, user } = owner
  const license = await makeActiveLicense(db, { organizationId, label: 'Front desk' })
  const about = { organizationId, subjectKind: 'license', subjectId: license.id } as const
  const by = { actorKind: 'user', actorId: user.id, actorName: 'Lerato Dlamini' } as const
  await db.insert(auditLog).values([
    { ...about, ...by, action: 'license.created', createdAt: at(1) },
    { ...about, actorKind: 'device', actorName: 'FRONT-01', action: 'license.activated', createdAt: at(2) },
    { ...about, ...by, action: 'license.exported', createdAt: at(3) },
    { organizationId, ...by, action: 'session.opened', outcome: 'refused', createdAt: at(4) },
    { organizationId, ...by, action: 'session.opened', createdAt: at(5) },
    {
      organizationId,
      ...by,
      action: 'ticket.updated',
      changes: { priority: ['low', 'high'] },
      createdAt: at(6),
    },
    {
      organizationId,
      ...by,
      action: 'ticket.changed' as 'ticket.updated',
      changes: { status: ['open', 'resolved'] },
      createdAt: at(6),
    },
  ])
  await makeCheckIn(db, {
    organizationId,
    licenseId: license.id,
    lastCheckIn: at(9),
    versions: [`4.3.0\n${at(8)}`, `4.2.0\n${at(7)}`],
  })
  const ticket = await makeTicket(db, { organizationId, userId: user.id, title: 'Printer', createdAt: at(10) })
  const invoice = await makeInvoice(db, { organizationId, status: 'paid', paidAt: at(12), createdAt: at(11) })
  await makeInvoice(db, { organizationId, status: 'draft', createdAt: at(13) })
  await makeInvoice(db, { organizationId, status: 'overdue', createdAt: at(14) })
  await db.insert(creditNotes).values({
    organizationId,
    invoiceId: invoice.id,
    creditNoteNumber: randomUUID(),
    amountCents: 100,
    vatBasisPoints: 1500,
    reason: 'A gift',
    particulars: {} as never,
    createdAt: at(15),
  })
  await db
    .insert(emails)
    .values([
      email(user.email, 'payment-received', 16),
      email(user.email, 'ticket-news', 17),
      email('else@x.example', 'ticket-news', 18),
    ])
  return { owner, organizationId, license, ticket, invoice }
}

test('everything that happened is in one list, newest first, with its subject', async () => {
  const { organizationId, license, ticket, owner } = await makeBusy()
  const { body } = await read(organizationId)
  expect(eventsOf(body)).toEqual([
    'email.ticket-news',
    'email.payment-received',
    'credit-note.issued',
    'invoice.overdue',
    'payment.payment',
    'ticket.created',
    'version.started',
    'version.started',
    'ticket.updated',
    'session.opened',
    'session.opened',
    'license.activated',
    'license.created',
  ])
  expect(body.find(({ event }) => event === 'license.activated')).toMatchObject({
    kind: 'device',
    at: at(2),
    actorName: 'FRONT-01',
    subject: { kind: 'license', id: license.id, name: 'Front desk' },
  })
  expect(body.filter(({ event }) => event === 'version.started').map(({ detail }) => detail)).toEqual([
    '4.3.0',
    '4.2.0',
  ])
  expect(body.find(({ event }) => event === 'ticket.created')?.subject).toEqual({
    kind: 'ticket',
    id: ticket.id,
    name: 'Printer',
  })
  expect(body.find(({ event }) => event === 'ticket.updated')?.detail).toBe('resolved')
  expect(body[0]).toMatchObject({ subject: { kind: 'person', id: owner.user.id, name: owner.user.email } })
  expect(body.filter(({ kind }) => kind === 'sign_in').map(({ outcome }) => outcome)).toEqual(['success', 'refused'])
})

test('agents read no amounts of payments, no drafts and no subjects of emails about money', async () => {
  const { organizationId, invoice } = await makeBusy()
  const text = JSON.stringify((await read(organizationId)).body)
  expect(text).not.toMatch(/body text|Re: payment-received|1234\.50|"1\.00"/)
  expect(text).toMatch(/Re: ticket-\w+/)
  const { body } = await read(organizationId, {}, admin)
  expect(body.find(({ event }) => event === 'payment.payment')).toMatchObject({
    amount: '1234.50',
    subject: { kind: 'invoice', name: invoice.invoiceNumber },
  })
  expect(eventsOf(body)).toContain('invoice.draft')
  expect(JSON.stringify(body)).toContain('Re: payment-received')
})

test('pages and kinds add up to the whole list, and an entry has an address', async () => {
  const { organizationId } = await makeBusy()
  const whole = (await read(organizationId, {}, admin)).body
  const paged: TimelineEntry[] = []
  let cursor: string | undefined
  do {
    const { body, headers } = await read(organizationId, { limit: '2', ...(cursor && { cursor }) }, admin)
    paged.push(...body)
    cursor = /cursor=([\w-]+)/.exec(String(headers.link))?.[1]
  } while (cursor)
  expect(paged).toEqual(whole)
  const kinds = await Promise.all(
    TimelineKind.options.map(async (kind) => (await read(organizationId, { kind }, admin)).body),
  )
  expect(kinds.flat().toSorted((one, other) => one.id.localeCompare(other.id))).toEqual(
    whole.toSorted((one, other) => one.id.localeCompare(other.id)),
  )
  expect((await read(organizationId, { from: whole[4]?.id }, admin)).body).toEqual(whole.slice(4))
  const { headers } = await read(organizationId, { from: whole[4]?.id, limit: '1' }, admin)
  expect(String(headers.link)).not.toContain('from=')
})

test('entries of another organization are in no page, and a wrong position is refused', async () => {
  const [{ organizationId }, other] = [await makeBusy(), await makeBusy()]
  const foreign = (await read(other.organizationId)).body
  const own = (await read(organizationId, { from: foreign[0]?.id })).body
  const ids = new Set((await read(organizationId)).body.map(({ id }) => id))
  expect(own.every(({ id }) => ids.has(id))).toBe(true)
  const token = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const from of [
    'nonsense',
    token(null),
    token([at(1), 5]),
    token(['yesterday', 'audit:1']),
    token(['0000-01-01T00:00:00.000Z', 'audit:1']),
    token([at(1), 'audit:\u0000']),
    token(['9999-99-99T99:99:99.999Z', 'audit:1']),
  ])
    expect([from, (await read(organizationId, { from })).status]).toEqual([from, 400])
  expect((await read(organizationId, { kind: 'nothing' })).status).toBe(400)
  expect((await read(randomUUID())).status).toBe(404)
})

test('no page leaves out one of many devices that started a version at the same moment', async () => {
  const { organizationId } = await signIn()
  for (let count = 0; count < 7; count += 1) {
    const { id } = await makeActiveLicense(db, { organizationId })
    await makeCheckIn(db, { organizationId, licenseId: id, lastCheckIn: at(9), versions: [`4.3.0\n${at(8)}`] })
  }
  const pages: TimelineEntry[][] = []
  let cursor: string | undefined
  do {
    const { body, headers } = await read(organizationId, { kind: 'device', limit: '2', ...(cursor && { cursor }) })
    pages.push(body)
    cursor = /cursor=([\w-]+)/.exec(String(headers.link))?.[1]
  } while (cursor)
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 2, 1])
  expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(7)
})

test('an email to an address that two organizations share is about the one whose invoice is attached', async () => {
  const shared = `${randomUUID()}@accountant.example`
  const [one, other] = [
    await makeOrganization(db, { contactEmail: shared }),
    await makeOrganization(db, { contactEmail: shared }),
  ]
  const attachment = { kind: 'invoice', id: randomUUID(), organizationId: one.id, fileName: 'invoice.pdf' } as const
  await db.insert(emails).values({ ...email(shared, 'invoice-issued', 1), attachment })
  expect((await read(one.id)).body).toHaveLength(1)
  expect((await read(other.id)).body).toEqual([])
})
