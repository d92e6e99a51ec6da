import { desc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { supportDesk } from '#contract/support/support-desk.ts'
import { TicketPriority } from '#contract/support/ticket-fields.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { db, signIn, statusesOf } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })
const agent = await signIn({ role: 'agent' })

const FIRST = [
  { priority: 'low', firstResponseHours: 48, resolutionHours: 240 },
  { priority: 'medium', firstResponseHours: 24, resolutionHours: 120 },
  { priority: 'high', firstResponseHours: 8, resolutionHours: 48 },
  { priority: 'urgent', firstResponseHours: 2, resolutionHours: 24 },
]

const set = (targets: object[], person = admin) => person.call(supportDesk.setTargets, { body: { targets } })
beforeEach(() => set(FIRST).then(() => undefined))

test('staff read the targets, from low to urgent', async () => {
  expect((await agent.call(supportDesk.targets)).body).toEqual(FIRST)
})

test('each priority has a target, or its tickets are never late and in no report', async () => {
  const { body } = await agent.call(supportDesk.targets)
  expect(body.map(({ priority }) => priority)).toEqual(TicketPriority.options)
})

test('an admin changes the targets of one priority; others stay, and the change is audited', async () => {
  const urgent = { priority: 'urgent', firstResponseHours: 1, resolutionHours: 24 }
  const { status, body } = await set([urgent])
  expect([status, body]).toEqual([200, [...FIRST.slice(0, 3), urgent]])
  await set([urgent])
  const [entry] = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'target.updated'))
    .orderBy(desc(auditLog.id))
  expect(entry).toMatchObject({ organizationId: null, changes: { urgentFirstResponseHours: [2, 1] } })
})

test.each([
  ['a priority that there is not', [{ ...FIRST[0], priority: 'whenever' }]],
  ['half an hour', [{ ...FIRST[0], firstResponseHours: 0.5 }]],
  ['no time at all', [{ ...FIRST[0], firstResponseHours: 0 }]],
  ['more than a year', [{ ...FIRST[0], resolutionHours: 8761 }]],
  ['a solution before the answer', [{ ...FIRST[0], firstResponseHours: 48, resolutionHours: 47 }]],
  ['two targets for one priority', [FIRST[0], FIRST[0]]],
  ['nothing', []],
])('%s is refused and changes nothing', async (_name, targets) => {
  expect((await set([FIRST[1]!, ...targets].slice(targets.length ? 0 : 1) as object[])).status).toBe(400)
  expect((await agent.call(supportDesk.targets)).body).toEqual(FIRST)
})

test('eight who set targets at once leave those of one of them', async () => {
  const sets = Array.from({ length: 8 }, (_, hours) =>
    FIRST.map((target) => ({ ...target, firstResponseHours: hours + 1, resolutionHours: hours + 11 })),
  )
  const answers = await Promise.all(sets.map((targets) => set(targets.toReversed())))
  expect(new Set(statusesOf(answers))).toEqual(new Set([200]))
  expect(sets).toContainEqual((await agent.call(supportDesk.targets)).body)
})

test('agents read only, customers not even that', async () => {
  expect((await set(FIRST, agent)).status).toBe(403)
  const customer = await signIn({ role: 'org_admin' })
  const answers = [
    await customer.call(supportDesk.targets),
    await set(FIRST, customer),
    await customer.call(supportDesk.report),
  ]
  expect(statusesOf(answers)).toEqual([403, 403, 403])
})
