import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { licenses } from '#contract/licensing/licenses.ts'
import { MOVES } from '#contract/licensing/moves.ts'
import { computer, inUse } from '#server/testing/licensing/devices.ts'
import { openFile, openRevocations } from '#server/testing/licensing/license-files.ts'
import {
  change,
  countMoves,
  makeMoves,
  move,
  movesOf,
  statuses,
  stored,
  suspend,
} from '#server/testing/licensing/licenses.ts'
import { times } from '#server/testing/testing.ts'

/** The computer has a new mainboard, and so another UUID, but the same disk. */
async function withNewHardware() {
  const before = await inUse()
  return { ...before, renewed: computer({ deviceName: 'OLD-PC' }) }
}

const answerOf = ({ body }: { body: unknown }) => body as { licenseFile?: string }

describe('a check-in that says which hardware it comes from', () => {
  test('is answered as ever on the same one, however that is spelled', async () => {
    const { pc, deviceToken } = await inUse()
    const answer = await pc.checkIn(deviceToken, { deviceFingerprint: `{${pc.fingerprint.toLowerCase()}}` })
    expect(answer).toMatchObject({ status: 200, body: { code: 'VALID' } })
  })

  test('from another one is refused, signed about that one, and leaves the license as it is', async () => {
    const { license, deviceToken, renewed } = await withNewHardware()
    const before = await stored(license.id)
    const answer = await renewed.checkIn(deviceToken, {
      deviceFingerprint: renewed.fingerprint,
      nonce: 'n-1',
      deviceName: 'NEW',
    })
    expect(answer).toMatchObject({ status: 409, body: { code: 'HARDWARE_CHANGED', valid: false, conclusive: true } })
    const file = await openFile(answerOf(answer).licenseFile)
    expect(file).toMatchObject({ status: 'unassigned', deviceFingerprint: renewed.fingerprint, nonce: 'n-1' })
    expect('lost' in file).toBe(false)
    expect(await stored(license.id)).toEqual(before)
    expect((await renewed.checkIn(deviceToken)).status).toBe(200)
  })

  test('says first what stops the license on any hardware', async () => {
    const { owner, license, deviceToken, renewed } = await withNewHardware()
    const ask = () => renewed.checkIn(deviceToken, { deviceFingerprint: renewed.fingerprint })
    await change(owner, license, { status: 'revoked' })
    expect((await ask()).body).toMatchObject({ code: 'REVOKED' })
    await suspend(owner.organizationId)
    expect((await ask()).body).toMatchObject({ code: 'ORGANIZATION_SUSPENDED' })
  })
})

test('activating on it says that it may be this very computer', async () => {
  const { key, renewed } = await withNewHardware()
  const answer = await renewed.activate(key)
  expect(answer).toMatchObject({ status: 409, body: { code: 'DEVICE_MISMATCH', reason: 'SAME_NAME' } })
  expect(answer.message).toContain('this computer’s previous hardware')
})

describe('a transfer to the new hardware', () => {
  test('binds the license there: a move, in its history, with a new token; the old files are void', async () => {
    const { owner, license, key, pc, deviceToken, renewed } = await withNewHardware()
    const { status, body } = await renewed.transfer(deviceToken, { nonce: 'n-2' })
    expect([status, body.code, body.nonce]).toEqual([200, 'VALID', 'n-2'])
    expect(await openFile(body.licenseFile)).toMatchObject({ status: 'active', deviceFingerprint: renewed.fingerprint })
    expect(body.deviceToken).not.toBe(deviceToken)
    expect((await renewed.checkIn(body.deviceToken, { deviceFingerprint: renewed.fingerprint })).status).toBe(200)
    expect((await renewed.activate(key)).status).toBe(200)
    expect((await movesOf(owner, license)).body.used).toBe(1)
    const history = await owner.call(licenses.history, { params: license })
    expect(history.body[0]).toMatchObject({ action: 'transferred', actor: 'device', who: 'OLD-PC' })
    const entry = (await openRevocations()).licenses.find(({ licenseId }) => licenseId === license.id)
    expect(Date.parse(entry?.issuedBefore ?? '')).toBeLessThanOrEqual(
      Date.parse((await openFile(body.licenseFile)).issuedAt),
    )
    // A copy of the disk on the old hardware cannot take it back with its stored key.
    expect(await pc.checkIn(deviceToken)).toMatchObject({
      status: 403,
      body: { code: 'MOVED', reason: 'MOVED_TO_NEW_HARDWARE' },
    })
    expect(await pc.activate(key)).toMatchObject({ status: 403, body: { code: 'MOVED' } })
  })

  test('repeated, because its answer was lost, gets the same token', async () => {
    const { license, deviceToken, renewed } = await withNewHardware()
    const answers = await times(8, () => renewed.transfer(deviceToken))
    expect(statuses(answers)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(({ body }) => body.deviceToken)).size).toBe(1)
    expect(await countMoves(license.id)).toBe(1)
    // A second session with the old token must activate, which is not a loss.
    const late = await renewed.checkIn(deviceToken, { deviceFingerprint: renewed.fingerprint })
    expect(late).toMatchObject({ status: 401, body: { code: 'NOT_ACTIVATED' } })
  })

  test('of two copies of a disk, one gets the license', async () => {
    const { deviceToken, renewed } = await withNewHardware()
    const copy = computer()
    const answers = await Promise.all([renewed.transfer(deviceToken), copy.transfer(deviceToken)])
    expect(statuses(answers)).toEqual([200, 403])
    expect(answers.find(({ status }) => status === 403)?.body).toMatchObject({ code: 'MOVED' })
  })

  test('to the same hardware changes nothing', async () => {
    const { license, pc, deviceToken } = await inUse()
    const before = await stored(license.id)
    expect(await pc.transfer(deviceToken)).toMatchObject({ status: 200, body: { deviceToken } })
    expect(await stored(license.id)).toEqual(before)
  })

  test.each<[code: string, prepare: (world: Awaited<ReturnType<typeof withNewHardware>>) => Promise<unknown>]>([
    ['MOVE_LIMIT_REACHED', ({ license }) => makeMoves(license, MOVES.limit)],
    ['REVOKED', ({ owner, license }) => change(owner, license, { status: 'revoked' })],
    ['ORGANIZATION_SUSPENDED', ({ owner }) => suspend(owner.organizationId)],
    ['MOVED', ({ owner, license }) => move(owner, license)],
    [
      'DEVICE_HAS_LICENSE',
      async ({ owner, renewed }) => {
        const { body } = await owner.call(licenses.create, { body: { label: 'Second' } })
        await renewed.activate(body.licenseKey)
      },
    ],
  ])('%s: refused, signed about the new hardware, with nothing changed', async (code, prepare) => {
    const world = await withNewHardware()
    await prepare(world)
    const { license, deviceToken, renewed } = world
    const [before, moves] = [await stored(license.id), await countMoves(license.id)]
    const answer = await renewed.transfer(deviceToken)
    expect(answer.body).toMatchObject({ code, valid: false, checkIn: null })
    const file = await openFile(answer.body.licenseFile)
    expect([file.deviceFingerprint, file.status === 'active']).toEqual([renewed.fingerprint, false])
    expect([await stored(license.id), await countMoves(license.id)]).toEqual([before, moves])
  })

  test('to hardware on which the license was revoked needs an administrator', async () => {
    const { owner, license, key, pc } = await inUse()
    await change(owner, license, { status: 'revoked' })
    await change(owner, license, { status: 'unassigned' })
    const { deviceToken } = (await computer().activate(key)).body
    expect(await pc.transfer(deviceToken)).toMatchObject({
      status: 403,
      body: { code: 'REVOKED', reason: 'NOT_RESERVED' },
    })
  })

  test('requires a real UUID and a token', async () => {
    const { deviceToken } = await inUse()
    const blank = computer({ fingerprint: '00000000-0000-0000-0000-000000000000' })
    expect(await blank.transfer(deviceToken)).toMatchObject({ status: 422, body: { code: 'FINGERPRINT_PLACEHOLDER' } })
    expect(await computer().transfer(randomUUID())).toMatchObject({ status: 401, body: { code: 'NOT_ACTIVATED' } })
  })
})
