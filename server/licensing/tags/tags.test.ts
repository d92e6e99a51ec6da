import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { licenses } from '#contract/licensing/licenses.ts'
import { TAGS_MAX, TOO_MANY_TAGS, tags } from '#contract/licensing/tags.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { db, signIn, type Person } from '#server/testing/testing.ts'

type Caller = Pick<Person, 'call'>

const tag = ({ call }: Caller, ids: string[], change: object) => call(tags.change, { body: { ids, ...change } })
const labelsWith = async ({ call }: Caller, wanted: string) =>
  (await call(licenses.list, { query: { tag: wanted, sort: 'label' } })).body.map(({ label }) => label)

test('tags many licenses, counts the tags and lists the licenses of one', async () => {
  const owner = await signIn()
  const { organizationId } = owner
  const make = (label: string) => makeLicense(db, { organizationId, label })
  const [first, second, third] = [await make('PC 1'), await make('PC 2'), await make('PC 3')]
  await tag(owner, [first.id, second.id], { add: ['Durban', 'Finance'] })
  const { status, body } = await tag(owner, [second.id, third.id], { add: ['Cape Town'], remove: ['durban'] })
  expect(status).toBe(200)
  expect(body.changed.map((license) => license.tags)).toContainEqual(['Finance', 'Cape Town'])
  expect((await owner.call(tags.list)).body).toEqual([
    { tag: 'Cape Town', count: 2 },
    { tag: 'Finance', count: 2 },
    { tag: 'Durban', count: 1 },
  ])
  expect(await labelsWith(owner, 'Finance')).toEqual(['PC 1', 'PC 2'])
  expect((await owner.call(licenses.export, { query: { tag: 'Durban' } })).body).toContain('"Durban, Finance"')
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.subjectId, third.id))
  expect(entry).toMatchObject({ action: 'license.updated', changes: { tags: [null, 'Cape Town'] } })
})

test('skips a license that would have too many tags, and changes the others', async () => {
  const owner = await signIn()
  const { organizationId } = owner
  const full = await makeLicense(db, { organizationId, tags: Array.from({ length: TAGS_MAX }, (_, n) => `Tag ${n}`) })
  const free = await makeLicense(db, { organizationId })
  const { body } = await tag(owner, [full.id, free.id], { add: ['One more'] })
  expect(body.skipped).toEqual([{ id: full.id, message: TOO_MANY_TAGS }])
  expect(body.changed.map(({ id }) => id)).toEqual([free.id])
})

test('belongs to administrators, and stops at the organization', async () => {
  const [owner, stranger] = [await signIn(), await signIn()]
  const license = await makeLicense(db, { organizationId: owner.organizationId, tags: ['Secret'] })
  expect((await tag(await owner.colleague('customer'), [license.id], { add: ['A'] })).status).toBe(403)
  expect((await tag(stranger, [license.id], { add: ['A'] })).body.skipped).toEqual([
    { id: license.id, message: 'License not found' },
  ])
  expect((await stranger.call(tags.list)).body).toEqual([])
  expect(await labelsWith(stranger, 'Secret')).toEqual([])
  expect((await (await signIn({ role: 'admin' })).call(tags.list)).body).toContainEqual({ tag: 'Secret', count: 1 })
})

test.each([{}, { add: [] }, { add: ['a,b'] }, { add: Array(TAGS_MAX + 1).fill('x') }])('refuses %j', async (change) => {
  const owner = await signIn()
  const license = await makeLicense(db, { organizationId: owner.organizationId })
  expect((await tag(owner, [license.id], change)).status).toBe(400)
})
