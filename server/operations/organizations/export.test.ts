import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isWanted, organizations } from '#contract/operations/organizations.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { admin } from '#server/testing/operations/organizations.ts'
import { db, inDays } from '#server/testing/testing.ts'

async function exported(query: object = {}) {
  const { status, body, headers } = await admin.call(organizations.export, { query })
  const [head, ...lines] = String(body).trim().split('\r\n')
  return { status, headers, head, lines }
}

test('the export has what the list has, one organization a line', async () => {
  const name = `Exported ${randomUUID()}`
  const facts = { contactEmail: 'office@exported.example', phone: '010 555 0100', address: '1 Street', isActive: true }
  const { id, createdAt, updatedAt } = await makeOrganization(db, { name, ...facts, twelveMonthCents: 359_880 })
  await makeSubscription(db, { organizationId: id, licenseLimit: 12 })
  const { status, headers, head, lines } = await exported({ search: ` ${name.toUpperCase()} ` })
  expect([status, headers['content-disposition']]).toEqual([200, expect.stringContaining('organizations.csv')])
  expect(head?.replace('\uFEFF', '')).toBe(
    'Name,Contact email,Phone,Address,Licenses,Billing type,Status,Subscription,Twelve-month value,Created,Updated',
  )
  expect(lines).toEqual([
    `${name},office@exported.example,010 555 0100,1 Street,12,monthly,Active,active,3598.80,${createdAt},${updatedAt}`,
  ])
})

test('search, status and billing type narrow it as they narrow the list', async () => {
  const mark = randomUUID()
  await makeOrganization(db, { name: `One ${mark}`, billingType: 'annual' })
  await makeOrganization(db, { contactEmail: `two@${mark}.example`, suspendedAt: inDays(-1) })
  await makeOrganization(db, { name: `Three ${mark}`, isActive: false, billingType: 'annual' })
  const filters = [
    [{}, 3],
    [{ status: 'active' }, 1],
    [{ status: 'inactive' }, 2],
    [{ billingType: 'annual' }, 2],
    [{ status: 'inactive', billingType: 'annual' }, 1],
  ] as const
  const { body } = await admin.call(organizations.list)
  for (const [filter, count] of filters) {
    const query = { search: mark, ...filter }
    expect((await exported(query)).lines).toHaveLength(count)
    expect(body.filter(isWanted(query))).toHaveLength(count)
  }
})

test('a name that a spreadsheet would run is text', async () => {
  const mark = randomUUID()
  await makeOrganization(db, { name: `=HYPERLINK("http://x";"${mark}")`, phone: '+27 10 555 0100' })
  const [line] = (await exported({ search: mark })).lines
  expect(line).toContain(`"'=HYPERLINK(`)
  expect(line).toContain(`'+27 10 555 0100`)
})

test('who took the list away, and how much of it, is remembered', async () => {
  const mark = randomUUID()
  await makeOrganization(db, { name: mark })
  await exported({ search: mark })
  const [entry] = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'organization.exported'))
    .orderBy(desc(auditLog.id))
    .limit(1)
  expect(entry).toMatchObject({
    actorId: admin.user.id,
    organizationId: null,
    changes: { filter: [null, { search: mark }], organizations: [null, 1] },
  })
})

test.each([{ status: 'suspended' }, { billingType: 'weekly' }, { search: 'x'.repeat(201) }])(
  '%j is refused',
  async (query) => {
    expect((await exported(query)).status).toBe(400)
  },
)
