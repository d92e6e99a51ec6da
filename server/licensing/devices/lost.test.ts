import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { licenseFiles } from '#contract/licensing/license-files.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { MOVES } from '#contract/licensing/moves.ts'
import { computer, inUse, ownerWithLicense } from '#server/testing/licensing/devices.ts'
import { askFor, openFile } from '#server/testing/licensing/license-files.ts'
import {
  change,
  countMoves,
  makeMoves,
  move,
  movesOf,
  remove,
  stored,
  suspend,
} from '#server/testing/licensing/licenses.ts'
import type { Person } from '#server/testing/testing.ts'

type License = { id: string }

const revoke = (owner: Person, license: License) => change(owner, license, { status: 'revoked' })
const restore = (owner: Person, license: License) => change(owner, license, { status: 'unassigned' })
const release = (owner: Person, { id }: License) => owner.call(licenses.bulk, { body: { action: 'move', ids: [id] } })

async function revokeAndRestore(owner: Person, license: License) {
  await revoke(owner, license)
  return restore(owner, license)
}

type Way = [way: string, code: string, lose: (owner: Person, license: License) => Promise<unknown>]

const ways: Way[] = [
  ['moved in the portal', 'MOVED', move],
  ['released with others', 'RELEASED', release],
  ['revoked and restored', 'REVOKED', revokeAndRestore],
]

/** The content of the answer or refusal. */
const answerOf = ({ body }: { body: unknown }) => body as { code: string; licenseFile?: string; message: string }

describe.each(ways)('a device whose license was %s', (_way, code, lose) => {
  test(`hears ${code} when it checks in, signed and about itself`, async () => {
    const { owner, license, pc, deviceToken } = await inUse()
    await lose(owner, license)
    const answer = await pc.checkIn(deviceToken, { nonce: 'n-1' })
    expect(answer).toMatchObject({ status: 403, body: { valid: false, code, conclusive: true, nonce: 'n-1' } })
    const file = await openFile(answerOf(answer).licenseFile)
    expect(file).toMatchObject({
      licenseId: license.id,
      deviceFingerprint: pc.fingerprint,
      status: 'unassigned',
      nonce: 'n-1',
      lost: code,
    })
    expect(file.graceUntil).toBe(file.issuedAt)
  })

  test('does not get it back by the key it keeps, nor when another device has had it since', async () => {
    const { owner, license, key, pc } = await inUse()
    await lose(owner, license)
    const before = await stored(license.id)
    for (const reason of [{}, { reason: 'stored' }]) {
      const answer = await pc.activate(key, { nonce: 'n-2', ...reason })
      expect(answer).toMatchObject({ status: 403, body: { valid: false, code } })
      expect(await openFile(answerOf(answer).licenseFile)).toMatchObject({ lost: code, nonce: 'n-2' })
    }
    expect(await stored(license.id)).toEqual(before)
    const other = computer({ deviceName: 'NEW-PC' })
    expect((await other.activate(key)).status).toBe(200)
    const late = await pc.activate(key)
    expect(late).toMatchObject({ status: 403, body: { code } })
    expect(JSON.stringify(late.body)).not.toContain('NEW-PC')
    expect((await other.deactivate(key)).status).toBe(200)
    expect((await pc.activate(key)).status).toBe(403)
  })

  test('another organization’s license is none of its business', async () => {
    const { owner, license, pc } = await inUse()
    await lose(owner, license)
    const other = await ownerWithLicense()
    expect((await pc.activate(other.key)).status).toBe(200)
  })

  test('a second license of the same organization is activated by its own key', async () => {
    const { owner, license, pc } = await inUse()
    await lose(owner, license)
    const second = await owner.call(licenses.create, { body: { label: 'Second' } })
    expect((await pc.activate(second.body.licenseKey)).status).toBe(200)
  })
})

describe('a key that a person types', () => {
  test.each(ways.filter(([, code]) => code !== 'REVOKED'))(
    'brings the license back after it was %s, and counts as a move',
    async (_way, code, lose) => {
      const { owner, license, key, pc, deviceToken } = await inUse()
      await lose(owner, license)
      expect(await pc.activate(key, { reason: 'typed' })).toMatchObject({ status: 200, body: { code: 'VALID' } })
      expect((await movesOf(owner, license)).body.used).toBe(1)
      const { body } = await owner.call(licenses.history, { params: license })
      expect(body[0]?.changes).toEqual(
        expect.arrayContaining([
          { field: 'activation', before: null, after: 'typed' },
          { field: 'afterLoss', before: null, after: code },
        ]),
      )
      // The old token is unknown again, and the application activates the same device with its key.
      expect((await pc.checkIn(deviceToken)).status).toBe(401)
      expect((await pc.activate(key)).status).toBe(200)
      expect(await countMoves(license.id)).toBe(1)
    },
  )

  test('is refused when the moves are used up, with the figures', async () => {
    const { owner, license, key, pc } = await inUse()
    await move(owner, license)
    await makeMoves(license, MOVES.limit)
    const { nextAt } = (await movesOf(owner, license)).body
    expect(await pc.activate(key, { reason: 'typed' })).toMatchObject({
      status: 403,
      body: { code: 'MOVE_LIMIT_REACHED', moves: { used: MOVES.limit, limit: MOVES.limit, left: 0, nextAt } },
    })
    expect((await stored(license.id))?.status).toBe('unassigned')
    expect(await pc.activate(key)).toMatchObject({ status: 403, body: { code: 'MOVED' } })
  })

  test('does not take it from the device that has it now', async () => {
    const { owner, license, key, pc } = await inUse()
    await move(owner, license)
    await computer().activate(key)
    expect(await pc.activate(key, { reason: 'typed' })).toMatchObject({
      status: 409,
      body: { code: 'DEVICE_MISMATCH' },
    })
  })

  test('does not bring back what was revoked, until an administrator reserves it for the device', async () => {
    for (const reason of ['typed', 'stored']) {
      const { owner, license, key, pc } = await inUse()
      await revokeAndRestore(owner, license)
      const refused = await pc.activate(key, { reason: 'typed' })
      expect(refused).toMatchObject({ status: 403, body: { code: 'REVOKED', reason: 'NOT_RESERVED' } })
      expect((await stored(license.id))?.status).toBe('unassigned')
      await change(owner, license, { deviceFingerprint: pc.fingerprint.toLowerCase() })
      expect((await pc.activate(key, { reason })).status).toBe(200)
      expect(await countMoves(license.id)).toBe(0)
    }
  })

  test('must be typed or stored, nothing else', async () => {
    const { key } = await ownerWithLicense()
    expect(await computer().activate(key, { reason: 'found' })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR' },
    })
  })
})

describe('what was not taken from a device', () => {
  test('a revoked license that is not restored yet says REVOKED without a loss', async () => {
    const { owner, license, pc, deviceToken } = await inUse()
    await revoke(owner, license)
    const answer = await pc.checkIn(deviceToken)
    expect(answer).toMatchObject({ status: 403, body: { code: 'REVOKED', reason: null } })
    const file = await openFile(answerOf(answer).licenseFile)
    expect([file.status, 'lost' in file]).toEqual(['revoked', false])
  })

  test('a license it gave back itself: another session hears so, and the stored key still works', async () => {
    const { license, key, pc, deviceToken } = await inUse()
    await pc.deactivateByToken(deviceToken)
    const answer = await pc.checkIn(deviceToken)
    expect(answer).toMatchObject({ status: 403, body: { code: 'RELEASED', reason: 'DEACTIVATED' } })
    expect((await openFile(answerOf(answer).licenseFile)).lost).toBe('RELEASED')
    expect((await pc.activate(key)).status).toBe(200)
    expect(await countMoves(license.id)).toBe(0)
  })

  test('an unknown token gets an unsigned 401', async () => {
    const answer = await computer().checkIn('no-such-token')
    expect(answer).toMatchObject({ status: 401, body: { code: 'NOT_ACTIVATED' } })
    expect(answerOf(answer).licenseFile).toBeUndefined()
  })

  test('a reservation that was changed before the device ever ran it', async () => {
    const { owner, license, key } = await ownerWithLicense()
    const pc = computer()
    await change(owner, license, { deviceFingerprint: pc.fingerprint })
    await change(owner, license, { deviceFingerprint: randomUUID() })
    expect(await pc.activate(key)).toMatchObject({ status: 409, body: { code: 'SET_ASIDE' } })
  })
})

test('answers for a deleted license with a signature and without facts about others', async () => {
  const { owner, license, pc, deviceToken } = await inUse({ label: 'Lab 4' })
  await move(owner, license)
  expect((await remove(owner, license)).status).toBe(200)
  const answer = await pc.checkIn(deviceToken)
  expect(answer).toMatchObject({
    status: 403,
    body: {
      code: 'MOVED',
      license: { id: license.id, label: 'Lab 4', deviceName: null },
      organization: { name: expect.any(String) },
    },
  })
  expect(await openFile(answerOf(answer).licenseFile)).toMatchObject({ label: 'Lab 4', lost: 'MOVED' })
})

test('a device of a suspended organization hears of that first', async () => {
  const { owner, license, pc, deviceToken } = await inUse()
  await move(owner, license)
  await suspend(owner.organizationId)
  const answer = await pc.checkIn(deviceToken)
  expect(answer).toMatchObject({ status: 403, body: { code: 'ORGANIZATION_SUSPENDED' } })
  expect('lost' in (await openFile(answerOf(answer).licenseFile))).toBe(false)
})

describe('a request that a person carries', () => {
  test('counts as typed after a move', async () => {
    const { owner, license, key, pc } = await inUse()
    await move(owner, license)
    expect((await askFor(key, pc.fingerprint)).status).toBe(200)
    expect(await countMoves(license.id)).toBe(1)
  })

  test('is refused after a revocation, signed', async () => {
    const { owner, license, key, pc } = await inUse()
    await revokeAndRestore(owner, license)
    const answer = await askFor(key, pc.fingerprint)
    expect(answer).toMatchObject({ status: 403, body: { code: 'REVOKED' } })
    expect((await openFile(answerOf(answer).licenseFile)).lost).toBe('REVOKED')
  })

  test('a file that is made in the portal for the device reserves the license for it', async () => {
    const { owner, license, key, pc } = await inUse()
    await revokeAndRestore(owner, license)
    const body = { deviceFingerprint: pc.fingerprint, ttlDays: 30 }
    expect((await owner.call(licenseFiles.make, { params: license, body })).status).toBe(200)
    expect((await pc.activate(key)).status).toBe(200)
  })
})
