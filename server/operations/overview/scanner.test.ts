import { expect, test } from 'vitest'
import type { Platform } from '#server/platform/platform.ts'
import { scannedBy, startScanner } from '#server/testing/releases/scanner.ts'
import { platform } from '#server/testing/testing.ts'
import { createHealth } from './health.ts'

async function look(on: Platform) {
  const health = await createHealth(on)()
  return health.find(({ part }) => part === 'scanner')
}

test('a malware scanner that is not set up, that answers, and that does not', async () => {
  const scanned = (clamdUrl: string) => ({ ...platform, objects: scannedBy(clamdUrl) })
  expect(await look(platform)).toMatchObject({ isHealthy: true, isSetUp: false, detail: 'CLAMD_URL is not set' })
  const answering = scanned(await startScanner(() => 'OK'))
  expect(await look(answering)).toMatchObject({ isHealthy: true, isSetUp: true, detail: 'ClamAV answers' })
  const detail = 'Files cannot be attached: connect ECONNREFUSED 127.0.0.1:1'
  expect(await look(scanned('tcp://127.0.0.1:1'))).toMatchObject({ isHealthy: false, isSetUp: true, detail })
})
