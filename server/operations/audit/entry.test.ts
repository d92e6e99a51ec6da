import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { SUPPORT_TEAM } from '#contract/licensing/history.ts'
import { audit } from '#contract/operations/audit.ts'
import { by, list, addEntry } from '#server/testing/operations/audit.ts'
import { signIn, type Person } from '#server/testing/testing.ts'

const read = (person: Person, entryId: string) => person.call(audit.read, { params: { entryId } })

const newestOf = async (person: Person) => (await list(person)).body[0]?.id ?? ''

test('an entry is read with the other ones of its request, as its reader may see them', async () => {
  const owner = await signIn()
  const admin = await signIn({ role: 'admin' })
  const requestId = randomUUID()
  const actor = { ...by(admin, '203.0.113.99'), requestId }
  await addEntry(owner.organizationId, { ...actor, action: 'license.revoked' })
  await addEntry(owner.organizationId, { ...actor, action: 'license.deleted' })
  await addEntry(owner.organizationId, { ...actor, action: 'license.updated', createdAt: '2026-03-05T10:00:00.000Z' })
  await addEntry(null, { ...actor, action: 'job.started' })
  await addEntry(owner.organizationId, { ...actor, requestId: randomUUID(), action: 'license.created' })
  const id = (await list(owner)).body.find(({ action }) => action === 'license.deleted')?.id ?? ''
  const own = await read(owner, id)
  expect(own.body.entry).toMatchObject({ id, action: 'license.deleted', actorName: SUPPORT_TEAM, ip: null, requestId })
  expect(own.body.others.map(({ action }) => action)).toEqual(['license.revoked'])
  const theirs = await read(admin, id)
  expect(theirs.body.entry).toMatchObject({ actorId: admin.user.id, ip: '203.0.113.99' })
  expect(theirs.body.others.map(({ action }) => action)).toEqual(['license.revoked', 'job.started'])
})

test('entries of other organizations, of the vendor and unknown ones do not exist', async () => {
  const [owner, stranger] = [await signIn(), await signIn()]
  const admin = await signIn({ role: 'admin' })
  await addEntry(stranger.organizationId, by(stranger))
  const foreign = await newestOf(stranger)
  await addEntry(null, by(admin))
  const ofVendor = (await list(admin)).body.find(({ organizationId }) => organizationId === null)?.id ?? ''
  for (const id of [foreign, ofVendor, '999999999999999999']) {
    const { status, message } = await read(owner, id)
    expect([status, message]).toEqual([404, 'Audit entry not found'])
  }
  expect((await read(admin, foreign)).status).toBe(200)
  for (const wrong of ['0', '-1', 'x', randomUUID(), '9999999999999999999'])
    expect((await read(admin, wrong)).status).toBe(400)
})

test('agents and members do not read entries', async () => {
  const owner = await signIn()
  await addEntry(owner.organizationId, by(owner))
  const id = await newestOf(owner)
  expect((await read(await signIn({ role: 'agent' }), id)).status).toBe(403)
  expect((await read(await owner.colleague('customer'), id)).status).toBe(403)
})
