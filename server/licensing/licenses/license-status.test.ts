import { describe, expect, test } from 'vitest'
import { DEVICE_TAKEN, ORGANIZATION_SUSPENDED, UUID_REQUIRED } from '#contract/licensing/changes.ts'
import { licenses, type LicenseStatus } from '#contract/licensing/licenses.ts'
import { makeActiveLicense } from '#demo/rows/licenses.ts'
import { checkIns } from '#server/database/schema/licensing/licenses.ts'
import { change, create, makeWith, remove, statuses, stored, suspend } from '#server/testing/licensing/licenses.ts'
import { db, inDays, signIn, times } from '#server/testing/testing.ts'

describe('the status machine', () => {
  const outcome = async (from: LicenseStatus, changes: object) => {
    const owner = await signIn()
    const answer = await change(owner, await makeWith(owner.organizationId, from), changes)
    return answer.status === 200 ? answer.body.status : `${answer.status} ${answer.message}`
  }
  const refusal = (from: string, to: string) => `409 A license that is ${from} cannot become ${to}.`
  const already = (status: string) => `409 This license is already ${status}.`
  const uuid = { deviceFingerprint: 'PC-7' }

  test.each<[LicenseStatus, revoked: string, unassigned: string, assigned: string]>([
    ['unassigned', refusal('unassigned', 'revoked'), already('unassigned'), 'assigned'],
    ['assigned', refusal('assigned', 'revoked'), refusal('assigned', 'unassigned'), 'assigned'],
    ['active', 'revoked', refusal('active', 'unassigned'), refusal('active', 'assigned')],
    ['revoked', already('revoked'), 'unassigned', refusal('revoked', 'assigned')],
    ['inactive', refusal('inactive', 'revoked'), refusal('inactive', 'unassigned'), refusal('inactive', 'assigned')],
  ])(
    'from %s [R-API-27 R-STATE-25 R-STATE-27 R-STATE-28 R-STATE-29 R-STATE-30]',
    async (from, revoked, unassigned, assigned) => {
      expect(await outcome(from, { status: 'revoked' })).toBe(revoked)
      expect(await outcome(from, { status: 'unassigned' })).toBe(unassigned)
      expect(await outcome(from, { status: 'assigned', ...uuid })).toBe(assigned)
      expect(await outcome(from, uuid)).toBe(assigned)
    },
  )

  test('refuses to make a license active or inactive [R-API-32]', async () => {
    const owner = await signIn()
    const license = await makeWith(owner.organizationId, 'assigned')
    for (const status of ['active', 'inactive', 'deleted', '', null, 1, ['revoked']]) {
      expect((await change(owner, license, { status })).status).toBe(400)
    }
    expect((await stored(license.id))?.status).toBe('assigned')
  })

  test('a license becomes assigned to something [R-API-29]', async () => {
    const owner = await signIn()
    const license = await makeWith(owner.organizationId, 'unassigned')
    expect(await change(owner, license, { status: 'assigned' })).toMatchObject({ status: 400, message: UUID_REQUIRED })
    for (const status of ['revoked', 'unassigned']) {
      expect((await change(owner, license, { status, ...uuid })).status).toBe(400)
    }
  })

  test('a restored license has forgotten its device [R-API-28 R-STATE-29]', async () => {
    const owner = await signIn()
    const { id, organizationId } = await makeActiveLicense(db, { organizationId: owner.organizationId })
    await db.insert(checkIns).values({ licenseId: id, organizationId, lastCheckIn: inDays(-1) })
    const revoked = await change(owner, { id }, { status: 'revoked' })
    expect(revoked.body).toMatchObject({ status: 'revoked', deviceName: 'RECEPTION-01' })
    const restored = await change(owner, { id }, { status: 'unassigned' })
    expect(restored.body).toMatchObject({
      deviceFingerprint: null,
      deviceName: null,
      deviceOs: null,
      lastCheckIn: null,
    })
    expect(await stored(id)).toMatchObject({ fingerprintKey: null, deviceTokenHash: null, activatedAt: null })
  })

  test('restoring is not a matter of the quota', async () => {
    const owner = await signIn({ licenseLimit: 1 })
    const license = await makeWith(owner.organizationId, 'revoked')
    expect((await change(owner, license, { status: 'unassigned' })).status).toBe(200)
  })

  test('a suspended organization changes no license', async () => {
    const owner = await signIn()
    const active = await makeWith(owner.organizationId, 'active')
    const revoked = await makeWith(owner.organizationId, 'revoked')
    const free = await makeWith(owner.organizationId, 'unassigned')
    await suspend(owner.organizationId)
    const answers = [
      await create(owner),
      await change(owner, active, { status: 'revoked' }),
      await change(owner, revoked, { status: 'unassigned' }),
      await change(owner, free, uuid),
      await change(owner, free, { label: 'Other' }),
      await remove(owner, free),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 403, message: ORGANIZATION_SUSPENDED })
    expect((await owner.call(licenses.list)).body).toHaveLength(3)
  })
})

describe('devices', () => {
  test('any text is a UUID, trimmed [R-VAL-36 R-VAL-38 R-API-31]', async () => {
    const owner = await signIn()
    const license = await makeWith(owner.organizationId, 'unassigned')
    const { body: assigned } = await change(owner, license, { deviceFingerprint: '  front desk, left ' })
    expect(assigned).toMatchObject({ status: 'assigned', deviceFingerprint: 'front desk, left' })
    const { body: edited } = await change(owner, license, { deviceFingerprint: 'PC-8' })
    expect(edited).toMatchObject({ status: 'assigned', deviceFingerprint: 'PC-8' })
    expect((await change(owner, license, { deviceFingerprint: '   ' })).status).toBe(400)
  })

  test('one device has one license in an organization, however its UUID is written [R-GEN-02]', async () => {
    const owner = await signIn()
    const device = '4C4C4544-0039-4B10-8031-B7C04F4A4432'
    const [first, second] = [
      await makeWith(owner.organizationId, 'unassigned'),
      await makeWith(owner.organizationId, 'unassigned'),
    ]
    expect((await change(owner, first, { deviceFingerprint: device })).status).toBe(200)
    for (const spelling of [device, device.toLowerCase(), `{${device}}`, device.replaceAll('-', '')]) {
      const answer = await change(owner, second, { deviceFingerprint: spelling })
      expect(answer).toMatchObject({ status: 409, message: DEVICE_TAKEN })
      expect(answer.body).toMatchObject({ about: { id: first.id, label: first.label } })
    }
    const stranger = await signIn()
    const theirs = await makeWith(stranger.organizationId, 'unassigned')
    expect((await change(stranger, theirs, { deviceFingerprint: device })).status).toBe(200)
  })

  test('of ten licenses that race for one device, one gets it', async () => {
    const owner = await signIn({ licenseLimit: 10 })
    const made = await times(10, () => makeWith(owner.organizationId, 'unassigned'))
    const answers = await Promise.all(made.map((license) => change(owner, license, { deviceFingerprint: 'PC-9' })))
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    expect(new Set(answers.map(({ message }) => message))).toEqual(new Set(['', DEVICE_TAKEN]))
  })
})
