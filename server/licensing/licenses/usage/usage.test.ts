import { expect, test } from 'vitest'
import { licenses, type LicenseStatus } from '#contract/licensing/licenses.ts'
import { makeWith } from '#server/testing/licensing/licenses.ts'
import { signIn } from '#server/testing/testing.ts'

test('counts licenses by status beside the seats', async () => {
  const owner = await signIn({ licenseLimit: 12 })
  const statuses: LicenseStatus[] = ['active', 'active', 'assigned', 'unassigned', 'revoked']
  for (const status of statuses) await makeWith(owner.organizationId, status)
  expect((await owner.call(licenses.usage)).body).toEqual({
    active: 2,
    assigned: 1,
    unassigned: 1,
    revoked: 1,
    inactive: 0,
    limit: 12,
    versions: [],
  })
})

test('an agent has none, and an admin all without a limit', async () => {
  await makeWith((await signIn()).organizationId, 'active')
  const [agent, admin] = [await signIn({ role: 'agent' }), await signIn({ role: 'admin' })]
  expect((await agent.call(licenses.usage)).body).toMatchObject({ active: 0, limit: null })
  const { active, limit } = (await admin.call(licenses.usage)).body
  expect(active).toBeGreaterThan(0)
  expect(limit).toBeNull()
})
