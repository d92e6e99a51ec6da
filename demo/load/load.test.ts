import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { normalizeLicenseKey } from '#contract/licensing/devices.ts'
import { normalizeFingerprint } from '#contract/licensing/fingerprints.ts'
import { billAllDue } from '#server/billing/renewal-run/run.ts'
import { readStatement } from '#server/billing/statements/actions.ts'
import { only } from '#server/database/database.ts'
import { matchesWords } from '#server/database/search/full-text-search.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { emails } from '#server/database/schema/emails.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { checkIns, licenses } from '#server/database/schema/licensing/licenses.ts'
import { documents } from '#server/database/schema/support/documents.ts'
import { ticketMessages, tickets } from '#server/database/schema/support/tickets.ts'
import { usageMonths } from '#server/database/schema/usage.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { db, platform } from '#server/testing/testing.ts'
import { seedLoad } from './load.ts'
import { RARE } from './support.ts'

const indexesAndConstraints = () =>
  db
    .execute(
      sql`
        select pg_get_constraintdef(oid) as definition, conname as name from pg_constraint
        union all
        select indexdef, indexname from pg_indexes where schemaname = 'public'
        order by name, definition`,
    )
    .then(({ rows }) => rows)
const before = await indexesAndConstraints()

await seedLoad(db, { organizations: 7, licenses: 100, invoices: 400, tickets: 120, documents: 30 })

test('seedLoad inserts the requested number of rows', async () => {
  expect(await db.$count(organizations)).toBe(7)
  expect(await db.$count(licenses)).toBe(100)
  expect(await db.$count(checkIns)).toBe(100)
  const used = sql`(select count(*) from ${licenses} where ${licenses.organizationId} = ${subscriptions.organizationId})`
  expect(await db.$count(subscriptions, sql`${subscriptions.licenseLimit} < ${used}`)).toBe(0)
})

test('all indexes and constraints are restored', async () => {
  expect(await indexesAndConstraints()).toEqual(before)
})

test('license keys and fingerprints are normalized and hashed like the portal does', async () => {
  const license = await db.select().from(licenses).where(eq(licenses.label, 'Workstation 3')).limit(1).then(only)
  expect(license.licenseKey).toMatch(/^([0-9A-F]{5}-){4}[0-9A-F]{5}$/)
  expect(license.keyHash).toEqual(sha256(normalizeLicenseKey(license.licenseKey)))
  expect(license.fingerprintKey).toBe(normalizeFingerprint(license.deviceFingerprint ?? ''))
})

test('invoices and tickets are spread over organizations, 18 months and statuses', async () => {
  const spread = sql`count(distinct organization_id)::int as organizations, array_agg(distinct status::text) as statuses,
    round(extract(epoch from now() - min(created_at)) / 2629800)::int as months, count(*)::int as count`
  const of = async (table: typeof invoices | typeof tickets) =>
    (await db.execute(sql`select ${spread} from ${table}`)).rows[0]
  const all = { organizations: 7, months: 18 }
  expect(await of(invoices)).toEqual({ ...all, count: 400, statuses: ['draft', 'issued', 'overdue', 'paid', 'void'] })
  const statuses = ['closed', 'in_progress', 'open', 'resolved', 'waiting_customer']
  expect(await of(tickets)).toEqual({ ...all, count: 120, statuses })
  expect(await db.$count(usageMonths)).toBe(7 * 12)
})

test('invoices match their payments, and billing finds nothing to do', async () => {
  const wrong = sql`
    ${invoices.paidCents} <> (select coalesce(sum(payments.amount_cents), 0) from payments where payments.invoice_id = ${invoices.id})
    or ${invoices.status} <> (
      select to_status from invoice_status_changes change where change.invoice_id = ${invoices.id} order by change.created_at desc limit 1)`
  expect(await db.$count(invoices, wrong)).toBe(0)
  expect(await db.$count(invoices, sql`${invoices.periodStart} is not null`)).toBeGreaterThan(300)
  const paidTo = sql`(select max(period_end) from invoices where invoices.subscription_id = ${subscriptions.id})`
  const paidFrom = sql`(select max(period_start) from invoices where invoices.subscription_id = ${subscriptions.id})`
  const { currentPeriodStart, currentPeriodEnd } = subscriptions
  expect(
    await db.$count(subscriptions, sql`(${currentPeriodStart}, ${currentPeriodEnd}) <> (${paidFrom}, ${paidTo})`),
  ).toBe(0)
  await billAllDue(platform)
  expect(await db.$count(emails)).toBe(0)
})

test('a statement closes with the outstanding amount', async () => {
  const { rows } = await db.execute<{ id: string; today: string; outstanding: string }>(sql`
    select organization_id as id, (now() at time zone 'Africa/Johannesburg')::date::text as today,
      sum(amount_cents) filter (where status in ('issued', 'overdue')) / 100.0 as outstanding
    from invoices group by organization_id`)
  for (const { id, today, outstanding } of rows) {
    const { closing } = await readStatement(db, { organizationId: id, from: '2020-01-01', to: today })
    expect(Number(closing)).toBe(Number(outstanding))
  }
})

test('the columns of tickets match their messages, and documents can be searched', async () => {
  expect(await db.$count(ticketMessages)).toBe(3 * (await db.$count(tickets, sql`${tickets.status} <> 'open'`)))
  const said = (facts: ReturnType<typeof sql>) => sql`(
    select min(message.created_at) from ticket_messages message inner join users author on author.id = message.user_id
    where message.ticket_id = ${tickets.id} and ${facts})`
  const answered = said(sql`not message.is_internal and author.role = 'agent'`)
  expect(await db.$count(tickets, sql`${tickets.firstResponseAt} is distinct from ${answered}`)).toBe(0)
  expect(
    await db.$count(tickets, sql`(${tickets.status} in ('resolved', 'closed')) <> (${tickets.resolvedAt} is not null)`),
  ).toBe(0)
  expect(await db.$count(tickets, sql`${tickets.rating} is not null`)).toBeGreaterThan(20)
  expect(await db.$count(documents)).toBe(30)
  expect(await db.$count(documents, matchesWords(documents.words, RARE.word))).toBe(1)
  expect(await db.$count(tickets, matchesWords(tickets.words, RARE.word))).toBe(1)
})
