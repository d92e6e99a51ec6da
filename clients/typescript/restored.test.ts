import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { failingStore } from '#clients/testing/application.ts'
import { publishedKeys } from '#clients/testing/published-keys.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { change as changeKey, licensesOf, ownerWithKey } from '#server/testing/licensing/enrollment-keys.ts'
import { change, countMoves, stored } from '#server/testing/licensing/licenses.ts'
import { app } from '#server/testing/testing.ts'
import { createDeviceClient } from './client.ts'
import { createLicensing } from './licensing.ts'

// Runs the real client against the real server over HTTP.

const server = await app.listen({ port: 0, host: '127.0.0.1' })
const keys = await publishedKeys()

/** Boots an application. Pass another computer's `store` to simulate a copy of its disk. */
function application({ deviceFingerprint = randomUUID().toUpperCase(), store = failingStore() } = {}) {
  const device = { deviceFingerprint, deviceName: 'LAB-1', deviceOs: 'Windows 11', appVersion: '1.0.0' }
  const licensing = createLicensing({ client: createDeviceClient({ server }), store, device, keys })
  const codeAfter = async (act: () => Promise<unknown>) => {
    await act()
    return licensing.status().code
  }
  return { licensing, store, deviceFingerprint, codeAfter, codeAfterCheckIn: () => codeAfter(licensing.checkIn) }
}

/** A computer enrolled by an installer, so it has no license key. */
async function enrolled() {
  const { owner, key, licenses: rows, organizationId } = await ownerWithKey({ free: 1 })
  const pc = application()
  expect(await pc.codeAfter(() => pc.licensing.enroll(key.enrollmentKey))).toBe('VALID')
  expect(pc.store.saved().licenseKey).toBeUndefined()
  return { owner, key, organizationId, license: rows[0]!, ...pc }
}

type Enrollment = Awaited<ReturnType<typeof enrolled>>

async function revoke({ owner, license, codeAfterCheckIn, licensing }: Enrollment) {
  await change(owner, license, { status: 'revoked' })
  expect(await codeAfterCheckIn()).toBe('REVOKED')
  expect(licensing.status().mayRun).toBe(false)
}

describe('an enrolled computer whose license was revoked', () => {
  test('runs again at its next check-in when the license is restored and reserved for it', async () => {
    const pc = await enrolled()
    await revoke(pc)
    await change(pc.owner, pc.license, { status: 'unassigned', reserve: true })
    expect(await pc.codeAfterCheckIn()).toBe('VALID')
    expect(pc.licensing.status().mayRun).toBe(true)
    expect(await pc.codeAfterCheckIn()).toBe('VALID')
    expect(await countMoves(pc.license.id)).toBe(0)
    const feed = await fetch(`${pc.licensing.updateFeed()}update.json`)
    expect(feed.status).toBe(204)
  })

  test('runs again when the license is restored, and reserved before the next check-in', async () => {
    const pc = await enrolled()
    await revoke(pc)
    await change(pc.owner, pc.license, { status: 'unassigned' })
    await change(pc.owner, pc.license, { deviceFingerprint: pc.deviceFingerprint.toLowerCase() })
    expect(await pc.codeAfterCheckIn()).toBe('VALID')
  })

  test('loses the license if it is restored without a reservation; a reservation and the installer restore it', async () => {
    const pc = await enrolled()
    await revoke(pc)
    await change(pc.owner, pc.license, { status: 'unassigned' })
    expect(await pc.codeAfterCheckIn()).toBe('REVOKED')
    expect(pc.store.saved()).not.toHaveProperty('deviceToken')
    const enroll = () => pc.codeAfter(() => pc.licensing.enroll(pc.key.enrollmentKey))
    expect(await enroll()).toBe('REVOKED')
    expect(await pc.codeAfter(() => pc.licensing.enroll(pc.key.enrollmentKey, 'typed'))).toBe('REVOKED')
    await change(pc.owner, pc.license, { deviceFingerprint: pc.deviceFingerprint })
    expect(await pc.codeAfterCheckIn()).toBe('REVOKED')
    expect(await enroll()).toBe('VALID')
    expect((await stored(pc.license.id))?.status).toBe('active')
  })

  test('never regains the license automatically when it is stolen', async () => {
    const pc = await enrolled()
    await revoke(pc)
    await change(pc.owner, pc.license, { status: 'unassigned' })
    for (let time = 0; time < 3; time++) expect(await pc.codeAfter(pc.licensing.tick)).toBe('REVOKED')
    for (let time = 0; time < 3; time++) expect(await pc.codeAfterCheckIn()).toBe('REVOKED')
    expect((await licensesOf(pc.organizationId)).map(({ status }) => status)).toEqual(['unassigned'])
  })

  test('does not pass its reservation to a copy of its disk in another computer', async () => {
    const pc = await enrolled()
    await revoke(pc)
    const copied = failingStore()
    copied.write(pc.store.saved())
    const thief = application({ store: copied })
    await change(pc.owner, pc.license, { status: 'unassigned', reserve: true })
    expect(await thief.codeAfterCheckIn()).toBe('HARDWARE_CHANGED')
    expect((await thief.licensing.moveToThisHardware()).decision.valid).toBe(false)
    expect(await pc.codeAfterCheckIn()).toBe('VALID')
  })
})

test('an enrolled computer whose license was released runs again if it is reserved before the next check-in', async () => {
  const pc = await enrolled()
  await pc.owner.call(licenses.bulk, { body: { action: 'move', ids: [pc.license.id] } })
  await change(pc.owner, pc.license, { deviceFingerprint: pc.deviceFingerprint })
  expect(await pc.codeAfterCheckIn()).toBe('VALID')
})

test('pausing an enrollment key locks no enrolled computer; a refused one can enroll once the key is resumed', async () => {
  const pc = await enrolled()
  await changeKey(pc.owner, pc.key, { isPaused: true })
  expect(await pc.codeAfterCheckIn()).toBe('VALID')
  expect(await pc.codeAfter(() => pc.licensing.enroll(pc.key.enrollmentKey))).toBe('VALID')
  const { body: second } = await pc.owner.call(licenses.create, { body: { label: 'Second' } })
  const next = application()
  const enroll = () => next.licensing.enroll(pc.key.enrollmentKey)
  expect((await enroll()).decision.code).toBe('ENROLLMENT_CLOSED')
  await changeKey(pc.owner, pc.key, { isPaused: false })
  expect((await enroll()).decision).toMatchObject({ valid: true, license: { id: second.id } })
  expect(next.licensing.status().mayRun).toBe(true)
})
