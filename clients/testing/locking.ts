import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import { changeLicense } from '#server/licensing/licenses/actions.ts'
import { systemActor } from '#server/platform/actor.ts'
import { suspend } from '#server/testing/operations/organizations.ts'
import { app, db } from '#server/testing/testing.ts'
import { publishedKeys } from './published-keys.ts'
import { newLicense, startSession, type Program } from './start-session.ts'

/** The address of the portal, for programs. */
export const listen = () => app.listen({ port: 0, host: '127.0.0.1' })

/** Expects that the portal locks and unlocks a program. */
export async function expectLocking(program: Program, server: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'locking-'))
  const { key, organizationId, license } = await newLicense()
  const computer = `LOCKING-${license.id}`
  const keys = await publishedKeys()
  const start = () => startSession(program({ folder, server, computer, keys }))
  const runs = { mayRun: true, code: 'VALID', warnings: [] }
  const session = start()
  let restarted: typeof session | undefined
  try {
    expect(await session.ask('tick')).toMatchObject({ mayRun: false, code: 'NOT_ACTIVATED' })
    expect(await session.ask('activate', key)).toEqual(runs)

    await suspend({ id: organizationId })
    expect(await session.ask('checkIn')).toMatchObject({ mayRun: false, code: 'INACTIVE' })
    await suspend({ id: organizationId }, false)
    expect(await session.ask('checkIn')).toEqual(runs)

    await changeLicense(db, systemActor, license, { status: 'revoked' })
    expect(await session.ask('checkIn')).toMatchObject({ mayRun: false, code: 'REVOKED' })
    session.kill()
    restarted = start()
    expect(await restarted.ask('tick')).toMatchObject({ mayRun: false, code: 'REVOKED' })
    await changeLicense(db, systemActor, license, { status: 'unassigned' })
    await changeLicense(db, systemActor, license, { status: 'assigned', deviceFingerprint: computer })
    expect(await restarted.ask('activate', key)).toEqual(runs)
  } finally {
    session.kill()
    restarted?.kill()
    rmSync(folder, { recursive: true })
  }
}
