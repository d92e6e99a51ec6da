import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { licenses } from '#contract/licensing/licenses.ts'
import { SilentDays } from '#contract/licensing/usage.ts'
import { countMatching, selectLicenses } from '#server/licensing/licenses/list/queries.ts'
import { analyzeDevices, insertDevices, makeDevice, type DeviceFacts } from '#server/testing/licensing/check-ins.ts'
import { makeWith } from '#server/testing/licensing/licenses.ts'
import { planOf } from '#server/testing/operations/plans.ts'
import { db, inDays, newOrganization, signIn, type Person } from '#server/testing/testing.ts'
import { reportSilence } from './queries.ts'

const listed = async ({ call }: Pick<Person, 'call'>, query: object) => {
  const { body, headers } = await call(licenses.list, { query })
  return { labels: body.map(({ label }) => label), total: Number(headers['x-total-count']) }
}
const report = async ({ call }: Pick<Person, 'call'>) => (await call(licenses.silent)).body

/** One device per state of inactivity. */
async function office() {
  const owner = await signIn({ role: 'customer', licenseLimit: 50 })
  const devices: [label: string, device: DeviceFacts][] = [
    ['yesterday', { heard: 1 }],
    ['29 days', { heard: 29.9 }],
    ['31 days', { heard: 30.1 }],
    ['61 days', { heard: 61 }],
    ['91 days', { heard: 91 }],
    ['never', {}],
    ['activated again', { heard: 91, activatedAt: inDays(-2) }],
    ['never, new', { activatedAt: inDays(-2) }],
    ['offline', { heard: 91, offlineUntil: inDays(1) }],
    ['offline until yesterday', { heard: 91, offlineUntil: inDays(-1) }],
    ['revoked', { heard: 91, status: 'revoked' }],
    ['inactive', { heard: 91, status: 'inactive' }],
  ]
  for (const [label, device] of devices) await makeDevice(owner.organizationId, { label, ...device })
  await makeWith(owner.organizationId, 'unassigned')
  return owner
}

test('a device that could check in and has not for so many days is silent', async () => {
  const owner = await office()
  const silent = ['31 days', '61 days', '91 days', 'never', 'offline until yesterday']
  const inOrder = { sort: 'label' }
  expect(await listed(owner, { silent: '30', ...inOrder })).toEqual({ labels: silent, total: 5 })
  expect(await listed(owner, { silent: '60', ...inOrder })).toEqual({ labels: silent.slice(1), total: 4 })
  expect(await listed(owner, { silent: '90', ...inOrder })).toEqual({ labels: silent.slice(2), total: 3 })
  expect(await report(owner)).toEqual({
    active: 10,
    silent: [
      { days: 30, count: 5 },
      { days: 60, count: 4 },
      { days: 90, count: 3 },
    ],
  })
})

test('the list of them is searched, sorted and turned over like any other, and exported', async () => {
  const owner = await office()
  expect((await listed(owner, { silent: '30', search: 'days' })).total).toBe(3)
  expect((await listed(owner, { silent: '30', status: 'revoked' })).total).toBe(0)
  const byLastCheckIn = { silent: '30', sort: 'lastCheckIn' }
  expect((await listed(owner, byLastCheckIn)).labels.at(-1)).toBe('31 days')
  const first = await owner.call(licenses.list, { query: { ...byLastCheckIn, limit: '3' } })
  const next = new URL(/<(.*)>/.exec(String(first.headers.link))?.[1] ?? '', 'http://x').searchParams
  const second = await listed(owner, Object.fromEntries(next))
  expect([first.body.length, second.labels]).toEqual([3, ['61 days', '31 days']])
  const csv = String((await owner.call(licenses.export, { query: { silent: '60' } })).body)
  expect(csv.trimEnd().split('\r\n')).toHaveLength(5)
})

test('each sees the own organization’s, an admin all [R-ROLE-42]', async () => {
  const [owner, other, admin] = [await office(), await signIn(), await signIn({ role: 'admin' })]
  const before = await report(admin)
  expect(await report(other)).toEqual({
    active: 0,
    silent: [30, 60, 90].map((days) => ({ days, count: 0 })),
  })
  expect((await listed(other, { silent: '30' })).total).toBe(0)
  expect(before.silent[0]?.count).toBeGreaterThanOrEqual(5)
  await makeDevice(other.organizationId, { heard: 31 })
  expect((await report(admin)).silent[0]?.count).toBe((before.silent[0]?.count ?? 0) + 1)
  expect((await report(owner)).silent[0]?.count).toBe(5)
})

test('other spans are refused', async () => {
  const owner = await signIn()
  for (const silent of ['', '0', '31', '-30', '30,60', 'x'])
    expect((await owner.call(licenses.list, { query: { silent } })).status).toBe(400)
})

test('of many devices, the silent ones are found without looking each up', async () => {
  const organizationId = await newOrganization()
  await insertDevices(organizationId, sql`now() - (number % 100) * interval '1 day'`)
  await analyzeDevices()
  const scope = { organizationId }
  const { silent } = await reportSilence(db, scope)
  expect(silent.map(({ count }) => count)).toEqual([14_000, 8000, 2000])
  for (const days of SilentDays.options) {
    const query = selectLicenses(db, scope, { silent: days, sort: 'lastCheckIn', limit: 50 })
    const plan = await planOf(db, query.getSQL())
    expect(plan).not.toMatch(/SubPlan/)
    expect(await countMatching(db, scope, { silent: days })).toBe(silent.find((each) => `${each.days}` === days)?.count)
  }
})
