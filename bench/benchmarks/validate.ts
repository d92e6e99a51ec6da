import type { Benchmark } from './benchmark.ts'
import { readDevices } from './devices.ts'
import { pageReads } from './page-reads.ts'
import { request } from './request.ts'

/** The most frequent request. */
export const validate: Benchmark = {
  name: 'validate',
  floor: 'select',
  goal: 0.9,
  connections: [32, 256],
  pageReads,
  prepare: async (db) =>
    (await readDevices(db)).map(({ id, number, licenseKey, deviceFingerprint }) =>
      request('POST /api/device/validate', {
        number,
        body: { licenseKey, deviceFingerprint, nonce: `nonce-${number}` },
        expect: ['"code":"VALID"', `"id":"${id}"`, `"nonce":"nonce-${number}"`],
      }),
    ),
}
