import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import { beforeAll, describe, expect, test } from 'vitest'
import { licenses, type LicenseFilter } from '#contract/licensing/licenses.ts'
import { makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { checkIns } from '#server/database/schema/licensing/licenses.ts'
import { TIME_ZONE } from '#server/platform/time-zone.ts'
import { planOf } from '#server/testing/operations/plans.ts'
import { db, inDays, insertMany, newOrganization, signIn, type Person, times } from '#server/testing/testing.ts'
import { selectLicenses } from './list/queries.ts'

type Query = z.input<typeof licenses.list.schema.querystring>

const list = (person: Person, query: Query = {}) => person.call(licenses.list, { query })
const labels = async (person: Person, query?: Query) => (await list(person, query)).body.map(({ label }) => label)

/** Each matches no new license. */
const filters: Required<Omit<LicenseFilter, 'sort'>> = {
  search: 'nothing like it',
  status: 'active',
  silent: '30',
  tag: 'nothing like it',
}

test.each(Object.entries(filters))('%s narrows the list, its count and the export', async (name, value) => {
  const owner = await signIn()
  await makeLicense(db, { organizationId: owner.organizationId })
  const { body, headers } = await list(owner, { [name]: value })
  expect([body, headers['x-total-count']]).toEqual([[], '0'])
  const file = await owner.call(licenses.export, { query: { [name]: value } })
  expect(String(file.body).trim().split('\r\n')).toHaveLength(1)
})

describe('a list of five', () => {
  let owner: Person
  beforeAll(async () => {
    owner = await signIn({ licenseLimit: 10 })
    const { organizationId } = owner
    const facts = [
      { label: 'bravo 50%' },
      { label: 'Alpha_1' },
      { label: 'alpha 2', deviceName: 'MINE-\\PC' },
      { label: 'Delta', licenseKey: 'ZZZZZ-YYYYY-00000-11111-22222' },
    ]
    for (const [place, fact] of facts.entries())
      await makeLicense(db, { organizationId, createdAt: inDays(place - facts.length), ...fact })
    const { id } = await makeActiveLicense(db, { organizationId, label: 'charlie' })
    await db.insert(checkIns).values({ licenseId: id, organizationId, lastCheckIn: inDays(-1) })
    await makeLicense(db, { organizationId: await newOrganization(), label: 'alpha of others' })
  })

  test('lists the organization’s own licenses, newest first [R-API-24 R-ROLE-28]', async () => {
    expect(await labels(owner)).toEqual(['charlie', 'Delta', 'alpha 2', 'Alpha_1', 'bravo 50%'])
  })

  test.each([
    ['a part of the label in any case [R-LIC-09]', 'ALPHA', ['alpha 2', 'Alpha_1']],
    ['a part of the key [R-LIC-10]', 'zzzz-yy', ['Delta']],
    ['a part of the device name [R-LIC-11]', 'reception-', ['charlie']],
    ['a percent sign means itself', '%', ['bravo 50%']],
    ['an underscore means itself', '_', ['Alpha_1']],
    ['a backslash means itself', '\\', ['alpha 2']],
    ['a text that is nowhere [R-LIC-32]', 'nothing like it', []],
    ['spaces around it do not count', '  delta ', ['Delta']],
  ])('%s: searching %s', async (_why, search, found) => {
    const answer = await list(owner, { search })
    expect(answer.body.map(({ label }) => label)).toEqual(found)
    expect(answer.headers['x-total-count']).toBe(String(found.length))
  })

  test('a status narrows the list', async () => {
    expect(await labels(owner, { status: 'active' })).toEqual(['charlie'])
    expect(await labels(owner, { status: 'active', search: 'alpha' })).toEqual([])
  })

  test.each([
    ['label' as const, ['alpha 2', 'Alpha_1', 'bravo 50%', 'charlie', 'Delta']],
    ['createdAt' as const, ['bravo 50%', 'Alpha_1', 'alpha 2', 'Delta', 'charlie']],
  ])('sorted by %s, in both directions', async (sort, order) => {
    expect(await labels(owner, { sort })).toEqual(order)
    expect(await labels(owner, { sort: `-${sort}` as const })).toEqual(order.toReversed())
  })

  test.each(['label', 'status', 'deviceName', 'lastCheckIn', 'createdAt'] as const)(
    'page after page by %s shows everyone once',
    async (column) => {
      for (const sort of [column, `-${column}`] as const) {
        const walked: string[] = []
        let cursor: string | undefined
        do {
          const page = await list(owner, { sort, limit: '2', ...(cursor && { cursor }) })
          walked.push(...page.body.map(({ label }) => label))
          expect(page.headers['x-total-count']).toBe('5')
          cursor = /cursor=([\w-]+)/.exec(String(page.headers['link']))?.[1]
        } while (cursor)
        expect(walked).toEqual(await labels(owner, { sort }))
        expect(walked).toHaveLength(5)
      }
    },
  )

  test('sorts by last check-in, those without one first', async () => {
    const sorted = (await list(owner, { sort: 'lastCheckIn' })).body
    expect(sorted.map(({ lastCheckIn }) => lastCheckIn !== null)).toEqual([false, false, false, false, true])
  })

  test('what is no list parameter is refused', async () => {
    const wrong: Record<string, string>[] = [
      { sort: 'licenseKey' },
      { sort: '__proto__' },
      { status: 'deleted' },
      { limit: '-1' },
      { cursor: 'x y' },
      { cursor: 'bm90aGluZw' },
      { search: 'a\0b' },
      { search: 'x'.repeat(201) },
    ]
    for (const query of wrong) expect((await list(owner, query as Query)).status).toBe(400)
  })
})

describe('a search of all organizations', () => {
  const insert = (organizationId: string, label: string, count: number) =>
    insertMany(sql`
      insert into licenses (organization_id, label, license_key, key_hash, created_at)
      select ${organizationId}, ${label} || ' ' || n, ${label} || n, sha256((${label} || n)::bytea), now() - n * interval '1 second'
      from generate_series(1, ${count}::int) n`)

  test.each([
    ['few', 3],
    ['more than are read by their ids', 120],
  ])('finds %s, page after page', async (_many, count) => {
    const admin = await signIn({ role: 'admin' })
    const mark = randomUUID().slice(0, 8).toUpperCase()
    await insert(await newOrganization(), mark, count)
    await insert(await newOrganization(), `other ${mark.slice(1)}`, count)
    const { headers, body } = await list(admin, { search: ` ${mark.toLowerCase()} `, limit: '2' })
    expect(headers['x-total-count']).toBe(String(count))
    expect(body.map(({ label }) => label)).toEqual([`${mark} 1`, `${mark} 2`])
    const sorted = await list(admin, { search: mark, sort: '-createdAt', status: 'unassigned', limit: '100' })
    expect(sorted.body).toHaveLength(Math.min(count, 100))
    expect((await list(admin, { search: mark, status: 'active' })).headers['x-total-count']).toBe('0')
  })
})

describe('billing status', () => {
  const status = async (owner: Person) => (await list(owner)).body[0]?.billingStatus

  async function ownerWith(subscription: Partial<typeof subscriptions.$inferInsert>) {
    const owner = await signIn({ licenseLimit: null })
    const facts = { planName: 'Standard Plan', licenseLimit: 5, currentPeriodEnd: inDays(20) }
    await db.insert(subscriptions).values({ ...facts, organizationId: owner.organizationId, ...subscription })
    await makeLicense(db, { organizationId: owner.organizationId })
    return owner
  }

  test.each<[string, Partial<typeof subscriptions.$inferInsert>]>([
    ['paid', { status: 'active' }],
    ['paid', { status: 'canceled' }],
    ['unpaid', { status: 'canceled', currentPeriodEnd: inDays(-1) }],
    ['unpaid', { status: 'past_due' }],
    ['unpaid', { status: 'unpaid' }],
    ['unpaid', { status: 'active', endedAt: inDays(-1) }],
    ['paid', { status: 'active', pastDueAt: inDays(-30) }],
  ])('is %s with %j [R-LIC-19]', async (expected, subscription) => {
    expect(await status(await ownerWith(subscription))).toBe(expected)
  })

  test('without a subscription nothing is paid', async () => {
    const owner = await signIn({ licenseLimit: null })
    await makeLicense(db, { organizationId: owner.organizationId })
    expect(await status(owner)).toBe('unpaid')
  })

  /** '2026-03-20', that many days from today. */
  const day = (days: number) => new Date(inDays(days)).toLocaleDateString('sv', { timeZone: TIME_ZONE })

  test.each([
    ['paid', 'issued', 0],
    ['unpaid', 'issued', -1],
    ['unpaid', 'pending', -1],
    ['unpaid', 'failed', -1],
    ['unpaid', 'overdue', 3],
    ['paid', 'draft', -90],
    ['paid', 'void', -90],
    ['paid', 'cancelled', -90],
  ] as const)('is %s with an invoice that is %s and due in %i days', async (expected, invoiceStatus, days) => {
    const owner = await ownerWith({})
    await db.insert(invoices).values({
      organizationId: owner.organizationId,
      invoiceNumber: `${owner.organizationId}-1`,
      amountCents: 100,
      status: invoiceStatus,
      dueDate: day(days),
    })
    expect(await status(owner)).toBe(expected)
  })
})

test('the first page of an organization is one index range', async () => {
  const ids = await times(20, () => newOrganization())
  await insertMany(sql`
    insert into licenses (organization_id, label, license_key, key_hash, created_at)
    select (${sql.param(ids)}::uuid[])[1 + n % 20], 'bulk', n::text, sha256(n::text::bytea), now() - n * interval '1 second'
    from generate_series(1, 20000) n`)
  await db.execute(sql`analyze licenses (id, organization_id, created_at)`)
  const query = selectLicenses(db, { organizationId: ids[0]! }, { limit: 20 })
  const plan = await planOf(db, query.getSQL())
  expect(plan).toMatch(/Index Scan Backward using licenses_organization_id_created_at_id_index/)
  expect(plan).not.toMatch(/Sort|Seq Scan on licenses/)
  // Outstanding invoices are looked up once for all rows.
  expect(plan).not.toMatch(/SubPlan/)
})
