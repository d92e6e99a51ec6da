import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { checkIns } from '#server/database/schema/licensing/licenses.ts'
import type { Benchmark } from './benchmark.ts'
import { someDevices } from './devices.ts'
import { request } from './request.ts'

const APP_VERSION = '5.0.0-bench'

/** A device's sign of life: read, decided and written down. The token of a seeded device is its fingerprint. */
export const checkIn: Benchmark = {
  name: 'check-in',
  floor: 'select',
  goal: 0.8,
  connections: [32, 256],
  prepare: async (db) =>
    (await someDevices(db)).map(({ id, number, deviceFingerprint, deviceName, deviceOs }) =>
      request('POST /api/device/check-in', {
        number,
        headers: { authorization: `Device ${deviceFingerprint}` },
        body: { deviceName, deviceOs, appVersion: APP_VERSION, nonce: `nonce-${number}` },
        expect: ['"code":"VALID"', `"id":"${id}"`, `"nonce":"nonce-${number}"`],
      }),
    ),
  confirm: expectStored,
}

/** Writes follow their answers by a moment. Fewer devices than answered in any round would be devices forgotten. */
async function expectStored(db: Database, answered: number) {
  const deadline = performance.now() + 5000
  let stored = 0
  while (performance.now() < deadline) {
    stored = await db.$count(checkIns, sql`${checkIns.appVersion} = ${APP_VERSION}`)
    if (stored >= answered) return
    await delay(50)
  }
  throw new Error(`${answered} devices have checked in, but the database knows of ${stored}`)
}
