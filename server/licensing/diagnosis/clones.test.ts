import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { diagnosis } from '#contract/licensing/diagnosis.ts'
import { checkIns } from '#server/database/schema/licensing/licenses.ts'
import type { Caller } from '#server/licensing/devices/callers.ts'
import { createCheckInLog } from '#server/licensing/devices/check-ins.ts'
import { computer, inUse, ownerWithLicense } from '#server/testing/licensing/devices.ts'
import { move } from '#server/testing/licensing/licenses.ts'
import { app, db, inDays, pool, type Person } from '#server/testing/testing.ts'

const log = createCheckInLog(pool, app.log)
afterAll(log.flush)

const HOUR = 60 * 60 * 1000
const FIX = /^Cloned virtual machines and computers from one image share a UUID\. On each clone: set a new BIOS UUID/

type License = { id: string }

/** Check-ins at intervals of that many hours, the last one now. */
async function callAll({ id: licenseId }: License, callers: Partial<Caller>[], hours = 12) {
  const start = Date.now() - (callers.length - 1) * hours * HOUR
  for (const [place, caller] of callers.entries()) {
    const at = new Date(start + place * hours * HOUR)
    log.add({ licenseId, at, deviceName: 'VM-1', appVersion: '1.0', foreignFingerprint: null, ...caller })
    await log.flush()
  }
}

const named = (...names: string[]) => names.map((deviceName) => ({ deviceName }))
const running = (...versions: string[]) => versions.map((appVersion) => ({ appVersion }))
const onHardware = (...fingerprints: (string | null)[]) =>
  fingerprints.map((foreignFingerprint) => ({ foreignFingerprint }))

async function clonesOf(owner: Person, license: License) {
  const { body } = await owner.call(diagnosis.diagnose, { params: license, body: {} })
  return body.findings.find(({ code }) => code === 'DEVICE_CLONED')
}

/** Returns the finding for these check-ins. */
async function foundAfter(callers: Partial<Caller>[], hours?: number) {
  const { owner, license } = await inUse()
  await callAll(license, callers, hours)
  return (await clonesOf(owner, license))?.detail
}

describe('several computers that use one license in turn are found', () => {
  test('by their names, with what to do about it; the decision stays as it is', async () => {
    const { owner, license, pc } = await inUse()
    await callAll(license, named('VM-1', 'VM-2', 'VM-1', 'VM-2'))
    expect(await clonesOf(owner, license)).toEqual({
      code: 'DEVICE_CLONED',
      question: 'Only one device uses it',
      outcome: 'warning',
      detail: `Computers named VM-2 and VM-1 check in with this license in turn. All of them report the UUID ${pc.fingerprint}.`,
      fix: expect.stringMatching(FIX),
    })
    const { body } = await owner.call(diagnosis.diagnose, { params: license, body: {} })
    expect(body.decision.code).toBe('VALID')
  })

  test('even if there are many', async () => {
    const room = Array.from({ length: 30 }, (_, place) => `LAB-${place}`)
    expect(await foundAfter(named(...room, ...room), 1)).toMatch(
      /^Computers named LAB-29, LAB-28, LAB-27, LAB-26, LAB-25 and 25 more check in/,
    )
  })

  test('by their versions, when they have one name', async () => {
    expect(await foundAfter(running('1.0', '1.1', '1.0', '1.1', '1.0'))).toMatch(
      /^VM-1 checks in with 1\.0 and 1\.1 in turn\. Either several computers of that name share the UUID /,
    )
  })

  test('by their hardware, when the disk with the token was copied; the refused one is no sign of life', async () => {
    const { owner, license } = await inUse()
    const other = randomUUID()
    await callAll(license, onHardware(null, other, null, other))
    expect((await clonesOf(owner, license))?.detail).toContain(`A computer with the UUID ${other} (VM-1) asks with`)
    const [row] = await db.select().from(checkIns).where(eq(checkIns.licenseId, license.id))
    expect(Date.parse(row!.lastCheckIn)).toBeLessThan(Date.now() - 11 * HOUR)
  })

  test('through the calls that clones make', async () => {
    const { owner, license, key } = await ownerWithLicense()
    const first = computer({ deviceName: 'VM-1' })
    const second = computer({ deviceName: 'VM-2', fingerprint: first.fingerprint })
    const { deviceToken } = (await first.activate(key)).body
    for (const clone of ['VM-1', 'VM-2', 'VM-1', 'VM-2']) {
      const asking = clone === 'VM-1' ? first : second
      const { status } = await asking.checkIn(deviceToken, { deviceName: clone, deviceFingerprint: first.fingerprint })
      expect(status).toBe(200)
      const lastCaller = async () =>
        (await db.select().from(checkIns).where(eq(checkIns.licenseId, license.id)))[0]?.callers[0]
      await expect.poll(lastCaller).toMatch(clone)
    }
    expect((await clonesOf(owner, license))?.detail).toMatch(/^Computers named VM-2 and VM-1/)
    const copy = { deviceFingerprint: randomUUID(), deviceName: 'COPY' }
    expect((await first.checkIn(deviceToken, copy)).status).toBe(409)
    await expect.poll(async () => (await clonesOf(owner, license))?.detail).toContain(copy.deviceFingerprint)
  })
})

describe('one computer is not called a clone', () => {
  const elsewhere = randomUUID()
  test.each<[what: string, callers: Partial<Caller>[]]>([
    ['that checks in', named('VM-1', 'VM-1', 'VM-1', 'VM-1')],
    ['that was renamed', named('VM-1', 'VM-2', 'VM-2')],
    ['that was renamed, and back', named('VM-1', 'VM-2', 'VM-1', 'VM-1')],
    ['that was renamed again and again', named('VM-1', 'VM-2', 'VM-3', 'VM-4', 'VM-5')],
    ['that was updated', running('1.0', '1.1', '1.2')],
    ['whose update was undone and repeated', running('1.0', '1.1', '1.0', '1.1')],
    ['that got new hardware', onHardware(null, elsewhere, elsewhere, elsewhere)],
    ['that got new hardware, and its own back', onHardware(null, elsewhere, null, null)],
  ])('%s', async (_what, callers) => {
    expect(await foundAfter(callers)).toBeUndefined()
  })

  test('that got new hardware, transferred its license, and did so again', async () => {
    const { owner, license, deviceToken } = await inUse()
    const [first, second] = [computer(), computer()]
    await callAll(license, onHardware(null, first.fingerprint, null, first.fingerprint))
    expect(await clonesOf(owner, license)).toBeDefined()
    const transferred = await first.transfer(deviceToken)
    await callAll(license, onHardware(null, second.fingerprint))
    expect(await clonesOf(owner, license)).toBeUndefined()
    await second.transfer(transferred.body.deviceToken)
    await callAll(license, onHardware(null, null))
    expect(await clonesOf(owner, license)).toBeUndefined()
  })

  test('that is renamed once a fortnight', async () => {
    expect(await foundAfter(named('VM-1', 'VM-2', 'VM-1', 'VM-2', 'VM-1'), 14 * 24)).toBeUndefined()
  })

  test('any more, a week after they were separated, and after the license was moved', async () => {
    const { owner, license } = await inUse()
    await callAll(license, named('VM-1', 'VM-2', 'VM-1', 'VM-2'))
    await db
      .update(checkIns)
      .set({ returnedAt: inDays(-8) })
      .where(eq(checkIns.licenseId, license.id))
    expect(await clonesOf(owner, license)).toBeUndefined()

    const other = await inUse()
    await callAll(other.license, named('VM-1', 'VM-2', 'VM-1', 'VM-2'))
    await move(other.owner, other.license)
    await computer().activate(other.key)
    expect(await clonesOf(other.owner, other.license)).toBeUndefined()
  })
})
