import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { LIMIT_REACHED, NO_SUBSCRIPTION, ORGANIZATION_SUSPENDED } from '#contract/licensing/changes.ts'
import { BATCH_MAX, COUNT_RULE, LABEL_TOO_LONG, creation, onlySoMany } from '#contract/licensing/creation.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { create, suspend } from '#server/testing/licensing/licenses.ts'
import { db, signIn, statusesOf, stranger, type Person, times } from '#server/testing/testing.ts'

const createMany = ({ call }: Pick<Person, 'call'>, body: object, headers: Record<string, string> = {}) =>
  call(creation.create, { body: { label: 'Lab PC', count: 3, ...body }, headers })

const labelsOf = async (owner: Person) => (await owner.call(licenses.list)).body.map(({ label }) => label)

describe('creating many licenses at once', () => {
  test('numbers them in the order of the list, each with its own key and history', async () => {
    const owner = await signIn({ licenseLimit: 20 })
    const { status, body } = await createMany(owner, { count: 12, description: 'Second floor' })
    expect(status).toBe(201)
    expect(body.map(({ label }) => label)).toEqual(
      Array.from({ length: 12 }, (_, index) => `Lab PC ${String(index + 1).padStart(2, '0')}`),
    )
    expect(new Set(body.map(({ licenseKey }) => licenseKey)).size).toBe(12)
    expect(new Set(body.map(({ status: state, description }) => `${state} ${description}`))).toEqual(
      new Set(['unassigned Second floor']),
    )
    expect(await labelsOf(owner)).toEqual(body.map(({ label }) => label).toReversed())
    const { body: events } = await owner.call(licenses.history, { params: { id: body[4]?.id } })
    expect(events.map(({ action }) => action)).toEqual(['created'])
  })

  test.each([
    ['Lab {n} PC', 2, ['Lab 1 PC', 'Lab 2 PC']],
    ['Front desk', 1, ['Front desk']],
    ['Desk {n}', 1, ['Desk 1']],
  ])('“%s”, %i of them', async (label, count, expected) => {
    const owner = await signIn({ licenseLimit: 5 })
    expect((await createMany(owner, { label, count })).body.map((license) => license.label)).toEqual(expected)
  })

  test('fits in the plan or creates none at all', async () => {
    const owner = await signIn({ licenseLimit: 4 })
    await create(owner)
    expect(await createMany(owner, { count: 4 })).toMatchObject({ status: 409, message: onlySoMany(3) })
    expect(await labelsOf(owner)).toEqual(['Reception PC'])
    expect((await createMany(owner, { count: 3 })).status).toBe(201)
    expect(await createMany(owner, { count: 1 })).toMatchObject({ status: 409, message: LIMIT_REACHED })
  })

  test('at the same moment as others, never sells a seat twice', async () => {
    const owner = await signIn({ licenseLimit: 10 })
    const answers = await times(8, () => createMany(owner, { count: 3 }))
    expect(statusesOf(answers)).toEqual([201, 201, 201, ...Array<number>(5).fill(409)])
    expect(await labelsOf(owner)).toHaveLength(9)
  })

  test('repeated with its Idempotency-Key creates them once', async () => {
    const owner = await signIn({ licenseLimit: 10 })
    const headers = { 'idempotency-key': randomUUID() }
    const [first, second] = [await createMany(owner, {}, headers), await createMany(owner, {}, headers)]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(await labelsOf(owner)).toHaveLength(3)
  })

  test(`creates ${BATCH_MAX} in one go`, async () => {
    const owner = await signIn({ licenseLimit: BATCH_MAX })
    const { status, body } = await createMany(owner, { count: BATCH_MAX })
    expect([status, body.length, body.at(-1)?.label]).toEqual([201, BATCH_MAX, 'Lab PC 500'])
  })

  test.each([
    ['none', { count: 0 }, COUNT_RULE],
    ['too many', { count: BATCH_MAX + 1 }, COUNT_RULE],
    ['half of one', { count: 1.5 }, COUNT_RULE],
    ['a text for a number', { count: '3' }, COUNT_RULE],
    ['a label that is too long with its number', { label: 'x'.repeat(119) }, LABEL_TOO_LONG],
    ['no label', { label: ' ' }, 'License label is required'],
  ])('%s: 400, and nothing is created', async (_what, body, sentence) => {
    const owner = await signIn({ licenseLimit: 10 })
    const refused = await createMany(owner, body)
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining(sentence)])
    expect(await labelsOf(owner)).toEqual([])
  })

  test('is for administrators, in their own organization; an admin names one', async () => {
    const owner = await signIn({ licenseLimit: 10 })
    expect((await createMany(await owner.colleague('customer'), {})).status).toBe(403)
    expect((await createMany(stranger(), {})).status).toBe(401)
    const other = await signIn({ licenseLimit: 10 })
    expect((await createMany(other, { organizationId: owner.organizationId })).status).toBe(201)
    expect(await labelsOf(owner)).toEqual([])
    const admin = await signIn({ role: 'admin' })
    expect((await createMany(admin, {})).status).toBe(400)
    expect((await createMany(admin, { organizationId: owner.organizationId })).status).toBe(201)
    expect((await createMany(admin, { organizationId: randomUUID() })).status).toBe(404)
    const { id: organizationId } = await makeOrganization(db)
    expect(await createMany(admin, { organizationId })).toMatchObject({ status: 409, message: NO_SUBSCRIPTION })
    await suspend(owner.organizationId)
    expect(await createMany(owner, {})).toMatchObject({ status: 403, message: ORGANIZATION_SUSPENDED })
  })
})
