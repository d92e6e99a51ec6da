import { expect, test } from 'vitest'
import { SUPPORT_TEAM } from '#contract/licensing/history.ts'
import { audit as endpoints } from '#contract/operations/audit.ts'
import { by, csv, list, addEntry } from '#server/testing/operations/audit.ts'
import { signIn } from '#server/testing/testing.ts'

test('the export hides what the list hides, and who took it away is in the trail', async () => {
  const [owner, agent] = [await signIn(), await signIn({ role: 'agent' })]
  await addEntry(owner.organizationId, by(agent, '203.0.113.99'))
  expect(await csv(owner, { group: 'license' })).toContain(SUPPORT_TEAM)
  expect(await csv(owner)).not.toMatch(`203.0.113.99|${agent.user.id}`)
  expect((await list(owner, { search: 'audit exported' })).body).toMatchObject([
    { actorId: owner.user.id, changes: { filter: [null, {}] } },
    { changes: { filter: [null, { group: 'license' }] } },
  ])
})

test('attack 31 the export has every matching entry, and no cell is a formula', async () => {
  const owner = await signIn()
  await addEntry(owner.organizationId, {
    ...by(owner),
    actorName: '=HYPERLINK("http://evil")',
    createdAt: '2026-03-05T10:00:00.000Z',
  })
  await addEntry(owner.organizationId, {
    ...by(owner),
    action: 'member.role-changed',
    changes: { role: ['customer', 'org_admin'] },
    createdAt: '2026-03-06T10:00:00.000Z',
  })
  const answer = await owner.call(endpoints.export)
  expect(answer.headers['content-disposition']).toContain('audit-log.csv')
  const lines = String(answer.body).replace('\uFEFF', '').trim().split('\r\n')
  expect(lines[0]).toBe('When (UTC),Organization,Actor,Action,Subject,Changes,IP address,Outcome')
  expect(lines[1]).toContain('Audit log exported')
  expect(lines[2]).toContain('Member role changed,,role: customer → org_admin,198.51.100.7,success')
  expect(lines[3]).toContain(`"'=HYPERLINK(""http://evil"")"`)
  expect(await csv(owner, { group: 'team' })).not.toContain('HYPERLINK')
})
