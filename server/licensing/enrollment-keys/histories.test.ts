import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { licenses } from '#contract/licensing/licenses.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { change, computer, licensesOf, ownerWithKey, storedKey } from '#server/testing/licensing/enrollment-keys.ts'
import { many } from '#server/testing/platform/long-form.ts'
import { db } from '#server/testing/testing.ts'

const DEVICES = ['PC-A', 'PC-B', 'PC-C', 'PC-D']
const LIMIT = 4
const SEATS = 4

/** Random actions, mostly enrollments. */
const step = fc.record({
  verb: fc.constantFrom('enroll', 'enroll', 'enroll', 'enroll by hand', 'pause', 'resume', 'revoke', 'restore', 'move'),
  device: fc.constantFrom(...DEVICES),
  license: fc.nat(2),
})
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 8 })

type ExampleData = Awaited<ReturnType<typeof ownerWithKey>>
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

async function take({ owner, key, licenses: made }: ExampleData, { verb, device, license }: Step) {
  const target = { params: made[license] ?? {} }
  const acts = {
    enroll: () => computer({ fingerprint: device }).enroll(key.enrollmentKey),
    'enroll by hand': () => computer({ fingerprint: device }).enroll(key.enrollmentKey, { reason: 'typed' }),
    pause: () => change(owner, key, { isPaused: true }),
    resume: () => change(owner, key, { isPaused: false }),
    revoke: () => owner.call(licenses.change, { ...target, body: { status: 'revoked' } }),
    restore: () => owner.call(licenses.change, { ...target, body: { status: 'unassigned' } }),
    move: () => owner.call(licenses.move, target),
  }
  return (await acts[verb]()).status
}

test(
  'whatever happens at once: a key counts the licenses it gave away, no device has two, and no seat is sold twice',
  async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.boolean(), async (rounds, createsLicenses) => {
        const world = await ownerWithKey({ free: 3, maxUses: LIMIT, createsLicenses, licenseLimit: SEATS })
        for (const round of rounds) {
          const outcomes = await Promise.all(round.map((each) => take(world, each)))
          for (const status of outcomes) expect([200, 403, 409]).toContain(status)
        }
        await expectSound(world)
      }),
      { numRuns: many(20), endOnFailure: true },
    )
  },
  many(60_000),
)

async function expectSound({ key, organizationId }: ExampleData) {
  const { uses } = await storedKey(key)
  expect(uses).toBeLessThanOrEqual(LIMIT)
  expect(uses).toBe(
    await db.$count(
      auditLog,
      and(eq(auditLog.organizationId, organizationId), eq(auditLog.action, 'license.enrolled')),
    ),
  )
  const rows = await licensesOf(organizationId)
  expect(rows.length).toBeLessThanOrEqual(SEATS)
  const bound = rows.filter(({ status, fingerprintKey }) => status !== 'revoked' && fingerprintKey !== null)
  expect(new Set(bound.map(({ fingerprintKey }) => fingerprintKey)).size).toBe(bound.length)
}
