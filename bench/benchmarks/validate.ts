import type { Benchmark } from './benchmark.ts'
import { someDevices } from './devices.ts'
import { pageReads } from './page-reads.ts'
import { request } from './request.ts'

/** May this device run? The question that comes most often. */
export const validate: Benchmark = {
  name: 'validate',
  floor: 'select',
  goal: 0.9,
  connections: [32, 256],
  pageReads,
  prepare: async (db) =>
    (await someDevices(db)).map(({ id, number, licenseKey, deviceFingerprint }) =>
      request('POST /api/device/validate', {
        number,
        body: { licenseKey, deviceFingerprint, nonce: `nonce-${number}` },
        expect: ['"code":"VALID"', `"id":"${id}"`, `"nonce":"nonce-${number}"`],
      }),
    ),
}
