import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { devices } from '#contract/licensing/devices.ts'
import { changeLicense } from '#server/licensing/licenses/actions.ts'
import { moveLicense } from '#server/licensing/licenses/moves.ts'
import { systemActor } from '#server/platform/actor.ts'
import { caller, db } from '#server/testing/testing.ts'
import { newLicense, prepareSessions, type Program } from './start-session.ts'

const decisionFor = async (licenseKey: string, deviceFingerprint: string) =>
  (await caller().call(devices.validate, { body: { licenseKey, deviceFingerprint } })).body.code

/** Tests real processes that share the files of one computer. */
export function testProcesses(program: Program) {
  const { root, server, start } = prepareSessions()
  const folderOf = (computer: string) => path.join(root, computer, 'licensing')

  const openSession = (computer: string, hardware = computer) =>
    start(program({ folder: folderOf(computer), server: server.url, computer: hardware, keys: server.keys }))
  const openThree = (computer: string) => [openSession(computer), openSession(computer), openSession(computer)] as const

  test('a license released by one process is not reactivated by the others', { timeout: 60_000 }, async () => {
    const { key } = await newLicense()
    const [first, second, third] = openThree('TERMINAL-1')
    expect(await first.ask('activate', key)).toMatchObject({ mayRun: true, warnings: [] })
    expect(await second.ask('tick')).toMatchObject({ mayRun: true })
    expect(await third.ask('tick')).toMatchObject({ mayRun: true })
    const [, released] = await Promise.all([second.ask('checkIn'), first.ask('deactivate'), third.ask('checkIn')])
    expect(released).toMatchObject({ mayRun: false, code: 'NOT_ACTIVATED' })
    for (const session of [second, third]) {
      await session.ask('tick')
      expect(await session.ask('checkIn')).toMatchObject({ mayRun: false })
    }
    expect(await decisionFor(key, 'TERMINAL-1')).not.toBe('VALID')
  })

  test('a process checks in with the license that another activated', { timeout: 60_000 }, async () => {
    const { key } = await newLicense()
    const [first, second] = openThree('TERMINAL-4')
    expect(await second.ask('tick')).toMatchObject({ mayRun: false })
    await first.ask('activate', key)
    expect(await second.ask('checkIn')).toMatchObject({ mayRun: true, code: 'VALID', warnings: [] })
  })

  test('concurrent processes end in the same state and leave no drafts', { timeout: 60_000 }, async () => {
    const { key } = await newLicense()
    const sessions = openThree('TERMINAL-2')
    for (let round = 0; round < 4; round++) {
      await Promise.all(sessions.map((session) => session.ask('activate', key)))
      await Promise.all(sessions.map((session) => session.ask('checkIn')))
      await Promise.all(sessions.map((session, index) => session.ask(index === 0 ? 'deactivate' : 'tick')))
      const answers = await Promise.all(sessions.map((session) => session.ask('tick')))
      expect(answers.map(({ mayRun }) => mayRun)).toEqual([false, false, false])
      expect(await decisionFor(key, 'TERMINAL-2')).not.toBe('VALID')
    }
    expect(readdirSync(folderOf('TERMINAL-2')).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('a license moved in the portal stays moved until a user types its key', { timeout: 60_000 }, async () => {
    const { key, license } = await newLicense()
    const session = openSession('FRONT-1')
    await session.ask('activate', key)
    await moveLicense(db, systemActor, license)
    const moved = { mayRun: false, code: 'MOVED' }
    expect(await session.ask('checkIn')).toMatchObject(moved)
    session.kill()
    const restarted = openSession('FRONT-1')
    expect(await restarted.ask('tick')).toMatchObject(moved)
    expect(await restarted.ask('checkIn')).toMatchObject(moved)
    expect(await decisionFor(key, 'FRONT-1')).not.toBe('VALID')
    expect(await restarted.ask('activate', key)).toMatchObject({ mayRun: true, code: 'VALID' })
  })

  test(
    'only an administrator can restore the license of a device after a revocation',
    { timeout: 60_000 },
    async () => {
      const { key, license } = await newLicense()
      const session = openSession('FRONT-2')
      await session.ask('activate', key)
      await changeLicense(db, systemActor, license, { status: 'revoked' })
      await changeLicense(db, systemActor, license, { status: 'unassigned' })
      const revoked = { mayRun: false, code: 'REVOKED' }
      expect(await session.ask('checkIn')).toMatchObject(revoked)
      expect(await session.ask('activate', key)).toMatchObject(revoked)
      await changeLicense(db, systemActor, license, { deviceFingerprint: 'FRONT-2', status: 'assigned' })
      expect(await session.ask('activate', key)).toMatchObject({ mayRun: true })
    },
  )

  test('the license moves to new hardware', { timeout: 60_000 }, async () => {
    const { key } = await newLicense()
    await openSession('FRONT-3').ask('activate', key)
    const session = openSession('FRONT-3', 'NEW-MAINBOARD')
    expect(await session.ask('checkIn')).toMatchObject({ mayRun: false, code: 'HARDWARE_CHANGED' })
    expect(await session.ask('move')).toMatchObject({ mayRun: true, code: 'VALID' })
    expect(await decisionFor(key, 'NEW-MAINBOARD')).toBe('VALID')
  })

  test('a process killed at any moment leaves a valid state', { timeout: 60_000 }, async () => {
    const { key } = await newLicense()
    await openSession('TERMINAL-3').ask('activate', key)
    for (let round = 0; round < 4; round++) {
      const victim = openSession('TERMINAL-3')
      await victim.ask('tick')
      void victim.ask('checkIn').catch(() => {})
      victim.kill()
      expect(await openSession('TERMINAL-3').ask('tick')).toMatchObject({ mayRun: true, warnings: [] })
    }
  })
}
