import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { checkIns } from '#server/database/schema/licensing/licenses.ts'
import type { Benchmark } from './benchmark.ts'
import { readDevices } from './devices.ts'
import { request } from './request.ts'

const APP_VERSION = '5.0.0-bench'

/** The token of a seeded device is its fingerprint. */
export const checkIn: Benchmark = {
  name: 'check-in',
  floor: 'signature',
  goal: 0.8,
  connections: [32, 256],
  prepare: async (db) =>
    (await readDevices(db)).map(({ id, number, deviceFingerprint, deviceName, deviceOs }) =>
      request('POST /api/device/check-in', {
        number,
        headers: { authorization: `Device ${deviceFingerprint}` },
        body: { deviceName, deviceOs, appVersion: APP_VERSION, nonce: `nonce-${number}` },
        expect: ['"code":"VALID"', `"id":"${id}"`, `"nonce":"nonce-${number}"`],
      }),
    ),
  confirm: expectStored,
}

/** Check-ins are written in batches, shortly after their answers. */
async function expectStored(db: Database, answered: number) {
  const deadline = performance.now() + 5000
  let stored = 0
  while (performance.now() < deadline) {
    stored = await db.$count(checkIns, sql`${checkIns.appVersion} = ${APP_VERSION}`)
    if (stored >= answered) return
    await delay(50)
  }
  throw new Error(`${answered} devices checked in, but the database contains ${stored}`)
}
