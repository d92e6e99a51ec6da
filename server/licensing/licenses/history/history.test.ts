import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { SUPPORT_TEAM } from '#contract/licensing/history.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { systemActor, type Actor } from '#server/platform/actor.ts'
import { change, create, makeWith, remove, stored } from '#server/testing/licensing/licenses.ts'
import { db, signIn, stranger, type Person } from '#server/testing/testing.ts'
import { auditLicense } from './audit-license.ts'

const history = ({ call }: Pick<Person, 'call'>, { id }: { id: string }, query: object = {}) =>
  call(licenses.history, { params: { id }, query })

const nameOf = ({ user }: Person) => `${user.firstName} ${user.lastName}`

async function addEvent(id: string, actor: Actor, action: Parameters<typeof auditLicense>[2]) {
  const license = (await stored(id))!
  await auditLicense(db, actor, action, { license, before: license, after: license })
}

const deviceActor: Actor = { ...systemActor, kind: 'device', name: 'RECEPTION-01', ip: '10.1.2.3' }

test('a license’s history shows each change, newest first: who, from where, before and after', async () => {
  const owner = await signIn()
  const { body: license } = await create(owner)
  await change(owner, license, { label: 'Front desk', description: 'By the door' })
  await addEvent(license.id, deviceActor, 'license.activated')
  await addEvent(license.id, systemActor, 'license.updated')
  const { status, body, headers } = await history(await owner.colleague('customer'), license)
  expect([status, headers['x-total-count']]).toEqual([200, '4'])
  expect(body).toMatchObject([
    { action: 'updated', actor: 'system', who: 'Latchkey', ip: null, changes: [] },
    { action: 'activated', actor: 'device', who: 'RECEPTION-01', ip: '10.1.2.3' },
    {
      action: 'updated',
      actor: 'user',
      who: nameOf(owner),
      ip: owner.ip,
      changes: [
        { field: 'label', before: 'Reception PC', after: 'Front desk' },
        { field: 'description', before: null, after: 'By the door' },
      ],
    },
    { action: 'created', who: nameOf(owner) },
  ])
  expect(JSON.stringify(body)).not.toContain(license.licenseKey)
})

test('a customer sees neither the name nor the address of the vendor’s people; the vendor sees both', async () => {
  const [owner, admin] = [await signIn(), await signIn({ role: 'admin' })]
  const { body: license } = await create(owner)
  await change(admin, license, { label: 'By support' })
  const auditedFields = await history(owner, license)
  expect(auditedFields.body[0]).toMatchObject({ action: 'updated', who: SUPPORT_TEAM, ip: null })
  expect(JSON.stringify(auditedFields.body)).not.toContain(admin.ip)
  expect((await history(admin, license)).body).toMatchObject([
    { who: nameOf(admin), ip: admin.ip },
    { who: nameOf(owner), ip: owner.ip },
  ])
})

test('customers learn only that a former user did it', async () => {
  const owner = await signIn()
  const { id } = await makeWith(owner.organizationId, 'active')
  await addEvent(id, { ...deviceActor, kind: 'user', id: randomUUID(), name: 'Gone' }, 'license.revoked')
  expect((await history(owner, { id })).body).toMatchObject([{ who: 'A former user', ip: null }])
})

test('a colleague who was suspended keeps the name', async () => {
  const owner = await signIn()
  const colleague = await owner.colleague('org_admin')
  const { body: license } = await create(colleague)
  await db.update(users).set({ status: 'suspended' }).where(eq(users.id, colleague.user.id))
  expect((await history(owner, license)).body).toMatchObject([{ who: nameOf(colleague) }])
})

test('a long history is read page by page, each event once', async () => {
  const owner = await signIn()
  const { body: license } = await create(owner)
  for (let index = 0; index < 4; index += 1) await change(owner, license, { label: `Name ${index}` })
  const walked: string[] = []
  let cursor: string | undefined
  do {
    const page = await history(owner, license, { limit: '2', ...(cursor && { cursor }) })
    walked.push(...page.body.map(({ changes }) => changes[0]?.after ?? ''))
    cursor = /cursor=([\w-]+)/.exec(String(page.headers['link']))?.[1]
  } while (cursor)
  expect(walked).toEqual(['Name 3', 'Name 2', 'Name 1', 'Name 0', 'Reception PC'])
  expect((await history(owner, license, { cursor: 'bm90aGluZw' })).status).toBe(400)
})

test('another organization’s, a deleted and an unknown license have neither page nor history [R-ROLE-42]', async () => {
  const [owner, other, agent] = [await signIn(), await signIn(), await signIn({ role: 'agent' })]
  const [license, deleted] = [(await create(owner)).body, (await create(owner)).body]
  await remove(owner, deleted)
  const asked = [
    [other, license],
    [agent, license],
    [owner, deleted],
    [owner, { id: randomUUID() }],
  ] as const
  for (const [person, { id }] of asked) {
    const answers = [await history(person, { id }), await person.call(licenses.read, { params: { id } })]
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, message: 'License not found' })
  }
  expect((await history(stranger(), license)).status).toBe(401)
  expect((await history(owner, { id: 'x' })).status).toBe(400)
})

test('a license is read alone as the list shows it', async () => {
  const owner = await signIn()
  const { body: license } = await create(owner)
  const reader = await owner.colleague('customer')
  expect((await reader.call(licenses.read, { params: license })).body).toEqual(license)
})
