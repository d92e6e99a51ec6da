import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  DEVICE_TAKEN,
  MOVE_FIRST,
  ORGANIZATION_SUSPENDED,
  SET_ASIDE,
  runsOffline,
} from '#contract/licensing/changes.ts'
import { PLACEHOLDER_UUID, normalizeFingerprint } from '#contract/licensing/fingerprints.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { MOVES } from '#contract/licensing/moves.ts'
import { makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { systemActor } from '#server/platform/actor.ts'
import { computer } from '#server/testing/licensing/devices.ts'
import { change, countMoves, makeMoves, makeWith, move, stored, suspend } from '#server/testing/licensing/licenses.ts'
import { db, inDays, signIn, type Person, times } from '#server/testing/testing.ts'
import { bindOffline } from './offline.ts'
import { keepOffline } from './queries.ts'

const UUID = '4C4C4544-0039-4B10-8031-B7C04F4A4432'
const ANOTHER = '9F3A1C77-0039-4B10-8031-B7C04F4A4432'

/** Reserves a license like creating an offline file. */
const bind = (
  { organizationId }: Pick<Person, 'organizationId'>,
  { id }: { id: string },
  { deviceFingerprint = UUID, until = inDays(37), deviceName = undefined as string | undefined } = {},
) =>
  db.transaction((tx) =>
    bindOffline(tx, systemActor, { scope: { organizationId }, id }, { deviceFingerprint, deviceName, until }),
  )

async function ownerWith(status: Parameters<typeof makeWith>[1]) {
  const owner = await signIn({ licenseLimit: 50 })
  return { owner, license: await makeWith(owner.organizationId, status) }
}

const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ statusCode, message }: { statusCode: number; message: string }) => `${statusCode} ${message}`,
  )

describe('setting a license aside for a device without internet', () => {
  test('a free one is assigned to it, not active, and remembers until when it may run there', async () => {
    const { owner, license } = await ownerWith('unassigned')
    const until = inDays(37)
    const bound = await bind(owner, license, { until, deviceName: 'PIT-7' })
    expect(bound).toMatchObject({
      status: 'assigned',
      deviceFingerprint: UUID,
      fingerprintKey: normalizeFingerprint(UUID),
      lastFingerprintKey: normalizeFingerprint(UUID),
      deviceName: 'PIT-7',
      offlineUntil: until,
      deviceTokenHash: null,
    })
    expect((await owner.call(licenses.read, { params: license })).body).toMatchObject({
      status: 'assigned',
      offlineUntil: until,
    })
    const [row] = await db.select().from(auditLog).where(eq(auditLog.subjectId, license.id))
    expect(row).toMatchObject({ action: 'license.assigned', changes: { deviceFingerprint: [null, UUID] } })
  })

  test('the same device, in any spelling, gets another file; a shorter one takes nothing away', async () => {
    const { owner, license } = await ownerWith('unassigned')
    const until = inDays(372)
    await bind(owner, license, { until })
    await bind(owner, license, { until: inDays(8), deviceFingerprint: `{${UUID.toLowerCase()}}` })
    expect(await stored(license.id)).toMatchObject({ offlineUntil: until, deviceFingerprint: UUID, status: 'assigned' })
    expect(await countMoves(license.id)).toBe(0)
    expect((await computer({ fingerprint: UUID }).activate(license.licenseKey)).status).toBe(200)
    await bind(owner, license, { until: inDays(400) })
    expect((await stored(license.id))?.status).toBe('active')
  })

  test.each([
    ['active', MOVE_FIRST],
    ['assigned', SET_ASIDE],
    ['revoked', 'A license that is revoked cannot have a license file.'],
    ['inactive', 'A license that is inactive cannot have a license file.'],
  ] as const)('one that is %s does not go to another device', async (status, message) => {
    const { owner, license } = await ownerWith(status)
    expect(await refused(bind(owner, license))).toBe(`409 ${message}`)
    const { updatedAt: _at, ...row } = license
    expect(await stored(license.id)).toMatchObject(row)
  })

  test('a device that has another license of the organization gets none', async () => {
    const { owner, license } = await ownerWith('unassigned')
    await makeActiveLicense(db, { organizationId: owner.organizationId, deviceFingerprint: UUID.toLowerCase() })
    expect(await refused(bind(owner, license))).toBe(`409 ${DEVICE_TAKEN}`)
    expect(await stored(license.id)).toEqual(license)
  })

  test('not out of reach, not while suspended, not for a placeholder', async () => {
    const { owner, license } = await ownerWith('unassigned')
    expect(await refused(bind(await signIn(), license))).toBe('404 License not found')
    const placeholder = { deviceFingerprint: 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF' }
    expect(await refused(bind(owner, license, placeholder))).toBe(`400 ${PLACEHOLDER_UUID}`)
    await suspend(owner.organizationId)
    expect(await refused(bind(owner, license))).toBe(`403 ${ORGANIZATION_SUSPENDED}`)
  })

  test('it is a move when another device ran it last, and refused when there are none left', async () => {
    const owner = await signIn()
    const { organizationId } = owner
    const license = await makeLicense(db, { organizationId, lastFingerprintKey: 'the last one' })
    await makeMoves(license, MOVES.limit - 1)
    await bind(owner, license)
    expect(await countMoves(license.id)).toBe(MOVES.limit)
    const other = await makeLicense(db, { organizationId, lastFingerprintKey: 'the last one' })
    await makeMoves(other, MOVES.limit)
    const refusal = await refused(bind(owner, other, { deviceFingerprint: ANOTHER }))
    expect(refusal).toMatch(/^409 This license has moved to another device 3 times in 30 days\./)
    expect(await stored(other.id)).toEqual(other)
  })

  test('of eight devices for which it is asked at once, one gets it', async () => {
    const { owner, license } = await ownerWith('unassigned')
    const outcomes = await times(8, (index) => refused(bind(owner, license, { deviceFingerprint: `PC-${index}` })))
    expect(outcomes.toSorted()).toEqual([...Array(7).fill(`409 ${MOVE_FIRST}`), 'done'])
    expect(await countMoves(license.id)).toBe(0)
  })
})

describe('a license of which such a device has a file', () => {
  test('has no other device typed in, and is not deleted: it is moved', async () => {
    const { owner, license } = await ownerWith('unassigned')
    await bind(owner, license)
    for (const changes of [{ deviceFingerprint: ANOTHER }, { status: 'assigned', deviceFingerprint: ANOTHER }])
      expect(await change(owner, license, changes)).toMatchObject({ status: 409, message: MOVE_FIRST })
    expect((await owner.call(licenses.remove, { params: license })).status).toBe(409)
    expect((await change(owner, license, { label: 'Renamed' })).status).toBe(200)
    expect((await move(owner, license)).body).toMatchObject({ status: 'unassigned', offlineUntil: null })
    expect((await change(owner, license, { deviceFingerprint: ANOTHER })).status).toBe(200)
  })
})

describe('a license that such a device can still run on, although it was moved', () => {
  test('is deleted by support alone, so that its seat does not serve one device after another', async () => {
    const { owner, license } = await ownerWith('unassigned')
    const until = inDays(120)
    await bind(owner, license, { until })
    await move(owner, license)
    const refusal = runsOffline(until)
    expect(await owner.call(licenses.remove, { params: license })).toMatchObject({
      status: 409,
      body: { message: refusal },
    })
    const bulk = { action: 'delete', ids: [license.id] } as const
    expect((await owner.call(licenses.bulk, { body: bulk })).body.skipped).toEqual([
      { id: license.id, message: refusal },
    ])
    await bind(owner, license, { deviceFingerprint: ANOTHER })
    await move(owner, license)
    const admin = await signIn({ role: 'admin' })
    expect((await admin.call(licenses.remove, { params: license })).status).toBe(200)
  })

  test('is deleted once the file lasts no longer than those of devices with internet', async () => {
    const { owner, license } = await ownerWith('unassigned')
    await bind(owner, license, { until: inDays(10) })
    await move(owner, license)
    expect((await owner.call(licenses.remove, { params: license })).status).toBe(200)
  })
})

describe('a file that the device itself has asked for', () => {
  test('is remembered while the device has the license', async () => {
    const { owner, license } = await ownerWith('unassigned')
    const pc = computer({ fingerprint: UUID })
    await pc.activate(license.licenseKey)
    const bound = { ...license, fingerprintKey: normalizeFingerprint(UUID) }
    const until = inDays(37)
    expect(await keepOffline(db, bound, until)).toBe(true)
    expect(await keepOffline(db, bound, inDays(1))).toBe(true)
    expect((await stored(license.id))?.offlineUntil).toBe(until)
    expect(await keepOffline(db, { ...bound, fingerprintKey: normalizeFingerprint(ANOTHER) }, until)).toBe(false)
    await move(owner, license)
    expect(await keepOffline(db, bound, until)).toBe(false)
    expect((await stored(license.id))?.offlineUntil).toBeNull()
  })
})

test('a placeholder is refused where UUIDs are typed, with what to do', async () => {
  const { owner, license } = await ownerWith('unassigned')
  for (const deviceFingerprint of [
    '00000000-0000-0000-0000-000000000000',
    '{fefefefe-fefe-fefe-fefe-fefefefefefe}',
    '03000200-0400-0500-0006-000700080009',
  ]) {
    const { status, body } = await change(owner, license, { deviceFingerprint })
    expect([status, body]).toEqual([
      400,
      { message: PLACEHOLDER_UUID, errors: { deviceFingerprint: PLACEHOLDER_UUID } },
    ])
  }
  expect(await stored(license.id)).toEqual(license)
})
