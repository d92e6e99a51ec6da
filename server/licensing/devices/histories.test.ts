import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { licenseFiles } from '#contract/licensing/license-files.ts'
import { MOVES } from '#contract/licensing/moves.ts'
import {
  deviceMoves,
  fileRevocations,
  licenses as licenseTable,
  lostDevices,
} from '#server/database/schema/licensing/licenses.ts'
import { computer } from '#server/testing/licensing/devices.ts'
import { change, create, move, remove } from '#server/testing/licensing/licenses.ts'
import { many } from '#server/testing/platform/long-form.ts'
import { db, signIn, type Person } from '#server/testing/testing.ts'

const LIMIT = 3
const DEVICES = ['PC-A', 'PC-B', 'PC-C']

/** An action on one of the licenses by one of the devices. */
const step = fc.record({
  verb: fc.constantFrom(
    'create',
    'create',
    'assign',
    'activate',
    'activate',
    'revoke',
    'restore',
    'move',
    'delete',
    'deactivate',
    'make a file',
  ),
  license: fc.nat(5),
  device: fc.constantFrom(...DEVICES),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Rounds of up to four concurrent actions in an organization. */
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 12 })

type MadeLicense = { id: string; licenseKey: string }

async function take({ verb, license, device }: Step, owner: Person, made: MadeLicense[]) {
  if (verb === 'create') {
    const { status, body } = await create(owner)
    if (status === 201) made.push(body)
    return status
  }
  const target = made[license % Math.max(made.length, 1)]
  if (!target) return 404
  const pc = computer({ fingerprint: device })
  const acts = {
    assign: () => change(owner, target, { deviceFingerprint: device }),
    activate: () => pc.activate(target.licenseKey),
    revoke: () => change(owner, target, { status: 'revoked' }),
    restore: () => change(owner, target, { status: 'unassigned' }),
    move: () => move(owner, target),
    delete: () => remove(owner, target),
    deactivate: () => pc.deactivate(target.licenseKey),
    'make a file': () =>
      owner.call(licenseFiles.make, { params: target, body: { deviceFingerprint: device, ttlDays: 30 } }),
  }
  return (await acts[verb]()).status
}

test(
  'whatever people and devices do at once: no seat is sold twice, one device has one license, none moves too often',
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async (rounds) => {
        const owner = await signIn({ licenseLimit: LIMIT })
        const made: MadeLicense[] = []
        for (const round of rounds) {
          const outcomes = await Promise.all(round.map((each) => take(each, owner, made)))
          for (const status of outcomes) expect([200, 201, 403, 404, 409]).toContain(status)
          await expectSound(owner.organizationId)
        }
      }),
      { numRuns: many(20), endOnFailure: true },
    )
  },
  many(60_000),
)

async function expectSound(organizationId: string) {
  const rows = await db.select().from(licenseTable).where(eq(licenseTable.organizationId, organizationId))
  expect(rows.length).toBeLessThanOrEqual(LIMIT)
  const bound = rows.filter(({ status, fingerprintKey }) => status !== 'revoked' && fingerprintKey !== null)
  expect(new Set(bound.map(({ fingerprintKey }) => fingerprintKey)).size).toBe(bound.length)
  for (const row of rows) {
    const { status, fingerprintKey, deviceTokenHash, activatedAt } = row
    const expected = {
      unassigned: [false, false, false],
      // It has a token if it is reserved for the device that lost it.
      assigned: [true, false, deviceTokenHash !== null],
      active: [true, true, true],
      revoked: [true, true, true],
      inactive: [],
    }
    expect([fingerprintKey !== null, activatedAt !== null, deviceTokenHash !== null]).toEqual(expected[status])
    if (deviceTokenHash) expect(await db.$count(lostDevices, eq(lostDevices.deviceTokenHash, deviceTokenHash))).toBe(0)
    await expectKept(row)
  }
}

type Row = typeof licenseTable.$inferSelect

/** Facts about its devices that a license always keeps. */
async function expectKept({ id, status, fingerprintKey, lastFingerprintKey, offlineUntil }: Row) {
  expect(await db.$count(deviceMoves, eq(deviceMoves.licenseId, id))).toBeLessThanOrEqual(MOVES.limit)
  if (status === 'unassigned') expect(offlineUntil).toBeNull()
  const hasRun = status === 'active' || status === 'revoked' || offlineUntil !== null
  if (hasRun) expect(lastFingerprintKey).toBe(fingerprintKey)
  const isFreed = status === 'revoked' || (status === 'unassigned' && lastFingerprintKey !== null)
  if (isFreed) expect(await db.$count(fileRevocations, eq(fileRevocations.licenseId, id))).toBe(1)
}
