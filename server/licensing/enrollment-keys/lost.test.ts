import { describe, expect, test } from 'vitest'
import { licenses } from '#contract/licensing/licenses.ts'
import { computer as anyComputer } from '#server/testing/licensing/devices.ts'
import { computer, licensesOf, ownerWithKey } from '#server/testing/licensing/enrollment-keys.ts'
import { openFile } from '#server/testing/licensing/license-files.ts'
import { change, countMoves, move } from '#server/testing/licensing/licenses.ts'
import type { Person } from '#server/testing/testing.ts'

async function revokeAndRestore(owner: Person, license: { id: string }) {
  await change(owner, license, { status: 'revoked' })
  await change(owner, license, { status: 'unassigned' })
}

/** An enrolled computer that lost its license, with another one free. */
async function enrolledAndLost(
  lose: (owner: Person, license: { id: string }) => Promise<unknown>,
  wanted: { createsLicenses?: boolean } = {},
) {
  const { owner, key, organizationId } = await ownerWithKey({ free: 2, ...wanted })
  const pc = computer()
  const { body } = await pc.enroll(key.enrollmentKey)
  const license = { id: body.license?.id ?? '' }
  await lose(owner, license)
  return { owner, organizationId, license, pc, key: key.enrollmentKey, deviceToken: body.deviceToken }
}

describe('a device that lost the license it enrolled for', () => {
  test.each<[code: string, lose: (owner: Person, license: { id: string }) => Promise<unknown>]>([
    ['MOVED', move],
    ['RELEASED', (owner, { id }) => owner.call(licenses.bulk, { body: { action: 'move', ids: [id] } })],
    ['REVOKED', revokeAndRestore],
  ])('%s: does not claim another license automatically, and gets a signed reason', async (code, lose) => {
    const { license, pc, key, organizationId } = await enrolledAndLost(lose)
    for (const more of [{}, { reason: 'stored' }]) {
      const answer = await pc.enroll(key, { nonce: 'n-1', ...more })
      expect(answer).toMatchObject({ status: 403, body: { code, valid: false } })
      expect(await openFile(answer.body.licenseFile)).toMatchObject({
        licenseId: license.id,
        deviceFingerprint: pc.fingerprint,
        lost: code,
      })
    }
    expect((await licensesOf(organizationId)).map(({ status }) => status)).toEqual(['unassigned', 'unassigned'])
  })

  test('takes one when a person enrolls it; from then on its installer may again', async () => {
    const { pc, key, license } = await enrolledAndLost(move)
    const taken = await pc.enroll(key, { reason: 'typed' })
    expect(taken.status).toBe(200)
    expect(taken.body.license?.id).not.toBe(license.id)
    await pc.deactivate(taken.body.deviceToken)
    expect((await pc.enroll(key)).status).toBe(200)
  })

  test.each([
    ['another one that is free', false],
    ['a new one', true],
  ])('whose installer may again gets %s, past the one that was moved away', async (_what, createsLicenses) => {
    const { owner, pc, key, license, organizationId } = await enrolledAndLost(move, { createsLicenses })
    const taken = await pc.enroll(key, { reason: 'typed' })
    await pc.deactivate(taken.body.deviceToken)
    const other = (await licensesOf(organizationId)).find(({ id }) => id !== license.id)!
    expect((await anyComputer().activate(other.licenseKey)).status).toBe(200)
    if (!createsLicenses) await move(owner, other)
    const again = await pc.enroll(key)
    expect(again.status).toBe(200)
    expect(again.body.license?.id).not.toBe(license.id)
    expect(again.body.license?.id === other.id).toBe(!createsLicenses)
  })

  test('its coming back to the very license is a move, refused when there are none left', async () => {
    const { pc, key, license, owner, organizationId } = await enrolledAndLost(move)
    const others = (await licensesOf(organizationId)).filter(({ id }) => id !== license.id)
    for (const { id } of others) await owner.call(licenses.remove, { params: { id } })
    expect((await pc.enroll(key, { reason: 'typed' })).status).toBe(200)
    expect(await countMoves(license.id)).toBe(1)
    for (let round = 2; round <= 3; round++) {
      await move(owner, license)
      expect((await pc.enroll(key, { reason: 'typed' })).status).toBe(200)
    }
    expect(await countMoves(license.id)).toBe(3)
  })

  test('after a revocation only when an administrator has reserved a license for it', async () => {
    const { owner, pc, key, organizationId, license } = await enrolledAndLost(revokeAndRestore)
    expect((await pc.enroll(key, { reason: 'typed' })).body.code).toBe('REVOKED')
    const other = (await licensesOf(organizationId)).find(({ id }) => id !== license.id)!
    await change(owner, other, { deviceFingerprint: pc.fingerprint })
    expect(await pc.enroll(key)).toMatchObject({ status: 200, body: { license: { id: other.id } } })
  })

  test('another organization’s key is not touched by that', async () => {
    const { pc } = await enrolledAndLost(revokeAndRestore)
    const other = await ownerWithKey()
    expect((await pc.enroll(other.key.enrollmentKey)).status).toBe(200)
  })

  test('a device that gave its license back itself takes another one', async () => {
    const { pc, key } = await enrolledAndLost(async () => {})
    const held = await pc.enroll(key)
    await pc.deactivate(held.body.deviceToken)
    expect((await pc.enroll(key)).status).toBe(200)
  })
})
