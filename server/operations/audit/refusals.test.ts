import { expect, test } from 'vitest'
import { NOT_YOUR_ROLE } from '#contract/errors.ts'
import { lacksScope } from '#contract/identity/api-tokens.ts'
import { session } from '#contract/identity/session.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { files } from '#contract/releases/files.ts'
import { withToken } from '#server/testing/identity/api-tokens.ts'
import { list } from '#server/testing/operations/audit.ts'
import { signIn, stranger, type Person } from '#server/testing/testing.ts'

const refusals = async (reader: Person) => (await list(reader)).body.filter(({ action }) => action === 'access.refused')

test('what a user may not do is in the audit log of its organization, once an hour for each endpoint', async () => {
  const owner = await signIn()
  const member = await owner.colleague('customer')
  for (const label of ['One', 'Two']) expect((await member.call(licenses.create, { body: { label } })).status).toBe(403)
  expect((await member.call(files.versions)).status).toBe(403)
  expect(await refusals(owner)).toMatchObject([
    { outcome: 'refused', changes: { request: [null, 'GET /api/admin/files/versions'] } },
    {
      outcome: 'refused',
      actorId: member.user.id,
      ip: member.ip,
      organizationId: owner.organizationId,
      changes: { request: [null, 'POST /api/licenses'], reason: [null, NOT_YOUR_ROLE] },
    },
  ])
})

test('so is what an API token has no scope for', async () => {
  const owner = await signIn()
  const { call } = await withToken(owner, ['tickets:read'])
  expect((await call(licenses.list)).status).toBe(403)
  expect(await refusals(owner)).toMatchObject([
    {
      actorName: expect.stringContaining('through API token') as string,
      changes: { request: [null, 'GET /api/licenses'], reason: [null, lacksScope('licenses:read')] },
    },
  ])
})

test('neither a missing session nor a missing row is a refusal of access', async () => {
  const [owner, other] = [await signIn(), await signIn()]
  expect((await stranger().call(session.currentUser)).status).toBe(401)
  expect((await owner.call(licenses.read, { params: { id: other.user.id } })).status).toBe(404)
  expect(await refusals(owner)).toEqual([])
})
