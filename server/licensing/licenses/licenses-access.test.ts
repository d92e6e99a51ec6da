import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { licenses } from '#contract/licensing/licenses.ts'
import { makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { body, change, create, remove } from '#server/testing/licensing/licenses.ts'
import { db, inDays, signIn, stranger, type Person } from '#server/testing/testing.ts'

/** All operations on a license with their expected status. */
async function attempts(person: Person, { active, free }: { active: { id: string }; free: { id: string } }) {
  const statusOf = (license: { id: string }, changes: object) =>
    change(person, license, changes).then(({ status }) => status)
  return {
    create: (await create(person)).status,
    rename: await statusOf(free, { label: 'Mine' }),
    describe: await statusOf(free, { description: '' }),
    assign: await statusOf(free, { deviceFingerprint: randomUUID() }),
    assignByStatus: await statusOf(free, { status: 'assigned' }),
    revokeAndRename: await statusOf(active, { status: 'revoked', label: 'Mine' }),
    revoke: await statusOf(active, { status: 'revoked' }),
    restore: await statusOf(active, { status: 'unassigned' }),
    remove: (await remove(person, active)).status,
  }
}

const world = async (organizationId: string) => ({
  active: await makeActiveLicense(db, { organizationId, createdAt: inDays(-1) }),
  free: await makeLicense(db, { organizationId }),
})

test('a customer revokes and restores, and nothing else [R-ROLE-38 R-ROLE-39]', async () => {
  const customer = await signIn({ role: 'customer' })
  expect(await attempts(customer, await world(customer.organizationId))).toEqual({
    create: 403,
    rename: 403,
    describe: 403,
    assign: 403,
    assignByStatus: 403,
    revokeAndRename: 403,
    revoke: 200,
    restore: 200,
    remove: 403,
  })
})

test('an organization’s admin does everything [R-ROLE-29 R-ROLE-30 R-ROLE-31 R-ROLE-32]', async () => {
  const owner = await signIn()
  expect(await attempts(owner, await world(owner.organizationId))).toEqual({
    create: 201,
    rename: 200,
    describe: 200,
    assign: 200,
    assignByStatus: 200,
    revokeAndRename: 200,
    revoke: 409,
    restore: 200,
    remove: 200,
  })
})

test('an admin reaches every organization, an agent none [R-API-24]', async () => {
  const [owner, admin, agent] = [await signIn(), await signIn({ role: 'admin' }), await signIn({ role: 'agent' })]
  const { active, free } = await world(owner.organizationId)
  const seen = (await admin.call(licenses.list)).body.filter(
    ({ organizationId }) => organizationId === owner.organizationId,
  )
  expect(seen.map(({ id }) => id)).toEqual([free.id, active.id])
  expect(seen[0]?.organizationName).toMatch(/^Organization /)
  expect(await attempts(agent, { active, free })).toMatchObject({ create: 403, rename: 403, revoke: 404, restore: 404 })
  expect(await agent.call(licenses.list)).toMatchObject({ status: 200, body: [], headers: { 'x-total-count': '0' } })
  expect((await change(admin, active, { status: 'revoked' })).body.status).toBe('revoked')
})

test('another organization’s license is not there, in status and words [R-GEN-01 R-ROLE-42]', async () => {
  const [owner, other] = [await signIn(), await signIn()]
  const { active, free } = await world(owner.organizationId)
  for (const id of [active.id, free.id, randomUUID()]) {
    const answers = [
      await change(other, { id }, { status: 'revoked' }),
      await change(other, { id }, { label: 'Mine' }),
      await remove(other, { id }),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { message: 'License not found' } })
  }
  expect((await other.call(licenses.list)).body).toEqual([])
  expect((await owner.call(licenses.list)).body.map(({ status }) => status)).toEqual(['unassigned', 'active'])
})

test('without a session nothing is answered [R-ROLE-41]', async () => {
  const params = { id: randomUUID() }
  const { call } = stranger()
  const answers = [
    await call(licenses.list),
    await call(licenses.create, { body }),
    await call(licenses.change, { params, body }),
    await call(licenses.remove, { params }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401])
})

test('what only the server decides is not taken from a body', async () => {
  const owner = await signIn()
  const forged = {
    id: randomUUID(),
    status: 'active',
    licenseKey: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA',
    billingStatus: 'unpaid',
    deviceName: 'PWNED',
    lastCheckIn: '2020-01-01T00:00:00.000Z',
    createdAt: '2020-01-01T00:00:00.000Z',
  }
  const { body: license } = await create(owner, { ...forged, ...body })
  expect(license).toMatchObject({ status: 'unassigned', billingStatus: 'paid', deviceName: null, lastCheckIn: null })
  expect(license.id).not.toBe(forged.id)
  expect(license.licenseKey).not.toBe(forged.licenseKey)
  const { status: _status, ...silent } = forged
  const changed = await change(owner, license, { ...silent, label: 'New' })
  expect(changed.body).toEqual({ ...license, label: 'New', updatedAt: expect.any(String) })
})

test('no body makes the server stumble', async () => {
  const owner = await signIn()
  const { body: license } = await create(owner)
  const texts: unknown[] = ['a\0b', '\ud800', 'a\nb', '\u0007', 'x'.repeat(129), {}, [], true, ['x'], { toString: 'x' }]
  for (const text of texts) {
    expect((await create(owner, { label: text })).status).toBe(400)
    for (const field of ['label', 'deviceFingerprint']) {
      expect((await change(owner, license, { [field]: text })).status).toBe(400)
    }
  }
  const essay = { label: 'A', description: 'x'.repeat(1001) }
  expect((await create(owner, essay)).message).toBe('Must be at most 1000 characters')
  const polluted = JSON.parse('{"__proto__": {"label": "Ghost"}, "constructor": {"label": "Ghost"}}') as object
  expect((await create(owner, polluted)).status).toBe(400)
  for (const whole of [[], [body], { label: body }]) expect((await create(owner, whole)).status).toBe(400)
})

test('every script and symbol is kept as it was written', async () => {
  const owner = await signIn({ licenseLimit: 10 })
  for (const label of [
    'Ontvangs 🖥️',
    'Übung “5%” <b>_\\',
    '受付',
    "'; drop table licenses; --",
    'é'.normalize('NFD'),
  ]) {
    const { body: license } = await create(owner, { label, description: `${label}\n${label}` })
    expect(license).toMatchObject({ label, description: `${label}\n${label}` })
  }
})
