import { expect, test, vi } from 'vitest'
import { assignments } from '#contract/licensing/assignments.ts'
import { OTHER_ORGANIZATION } from '#contract/licensing/changes.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { bearer, withToken } from '#server/testing/identity/api-tokens.ts'
import { app, newOrganization, signIn } from '#server/testing/testing.ts'
import { newCommand } from './testing.ts'

vi.setConfig({ testTimeout: 60_000 })

const server = await app.listen({ port: 0, host: '127.0.0.1' })

test('a customer who names another organization creates nothing', async () => {
  const [owner, other] = [await signIn(), await newOrganization()]
  const { token } = await withToken(owner, ['licenses:write'])
  const create = (organization: string) =>
    newCommand(server, token)('license', 'create', '--label', 'Front', '--organization', organization)
  expect(await create(other)).toEqual({ code: 1, out: '', error: `${OTHER_ORGANIZATION}\n` })
  const unknown = { code: 64, error: '--organization must be an id, as latchkey customer list shows it.\n' }
  expect(await create('globex')).toMatchObject(unknown)
  const devices = [{ deviceFingerprint: '4C4C4544-0039-4B10-8031-B7C04F4A4432' }]
  const refused = { status: 400, message: OTHER_ORGANIZATION }
  const call = bearer(token)
  expect(await call(licenses.create, { body: { label: 'Front', organizationId: other } })).toMatchObject(refused)
  expect(await call(assignments.create, { body: { devices, organizationId: other } })).toMatchObject(refused)
  expect((await owner.call(licenses.list)).body).toEqual([])
  expect((await create(owner.organizationId)).code).toBe(0)
})
