import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, expectTypeOf, test } from 'vitest'
import type * as devices from '#contract/licensing/devices.ts'
import type * as licenseFiles from '#contract/licensing/license-files.ts'
import type * as updates from '#contract/releases/available-update.ts'
import type { AvailableUpdate, Decision } from './answers.ts'
import { createDeviceClient } from './client.ts'
import type { LicenseFile } from './license-file.ts'

async function against(listener: RequestListener) {
  const impostor = createServer(listener)
  await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve))
  const { port } = impostor.address() as AddressInfo
  const client = createDeviceClient({ server: `http://127.0.0.1:${port}`, timeoutSeconds: 0.3 })
  const holder = { licenseKey: 'AAAAA', deviceFingerprint: 'PC-1' }
  const answers = [await client.validate(holder), await client.deactivate(holder)]
  impostor.closeAllConnections()
  impostor.close()
  return answers.map(({ decision }) => decision && `${decision.valid} ${decision.conclusive}`)
}
const nothing = ['false false', 'false false']
const valid = { valid: true, code: 'VALID', detail: 'Yes', conclusive: true, nonce: 'replayed' }

test.each<[string, RequestListener]>([
  ['a hotel’s sign-in page', (_request, response) => response.end('<html>Welcome</html>')],
  ['a hotel’s sign-in page in JSON', (_request, response) => response.end('{"welcome": true}')],
  ['a server error', (_request, response) => response.writeHead(502).end('Bad gateway')],
  ['a server error in JSON', (_request, response) => response.writeHead(502).end('{"message": "Bad gateway"}')],
  ['a truncated response', (_request, response) => response.end('{"valid": true, "code')],
  ['a redirect', (_request, response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()],
  ['no response', () => {}],
  ['a cut connection', (request) => request.destroy()],
])('%s gives an inconclusive answer', async (_what, listener) => {
  expect(await against(listener)).toEqual(nothing)
})

/** As Electron and Node.js word it. */
const redirects = [
  new Error("Attempted to redirect, but redirect policy was 'error'"),
  new TypeError('fetch failed', { cause: new Error('unexpected redirect') }),
]
test.each(redirects)('says that something else answered when it is redirected: $message', async (error) => {
  const client = createDeviceClient({ server: 'https://portal.example.com', fetch: () => Promise.reject(error) })
  const { decision } = await client.validate({ licenseKey: 'AAAAA', deviceFingerprint: 'PC-1' })
  expect(decision.detail).toContain('Something else answered')
})

test.each([500, 502, 503, 504])(
  'says that the server cannot answer where a proxy before it does: %d',
  async (status) => {
    const fetch = async () => new Response('<html>Bad gateway</html>', { status })
    const client = createDeviceClient({ server: 'https://portal.example.com', fetch })
    const holder = { licenseKey: 'AAAAA', deviceFingerprint: 'PC-1' }
    for (const { decision, error } of [await client.validate(holder), await client.deactivate(holder)]) {
      expect(decision?.detail).toBe("The license server can't answer right now. The application retries automatically.")
      expect(error).toBe(`HTTP ${status} without a decision`)
    }
  },
)

test('an answer to another request, or a contradictory one, is inconclusive', async () => {
  const [replayed] = await against((_request, response) => response.end(JSON.stringify(valid)))
  expect(replayed).toBe('false false')
  const [contradiction] = await against((_request, response) =>
    response.end(JSON.stringify({ ...valid, code: 'REVOKED' })),
  )
  expect(contradiction).toBe('false false')
})

test('the client parses every field that the server sends', () => {
  expectTypeOf<licenseFiles.LicenseFile>().toEqualTypeOf<LicenseFile>()
  expectTypeOf<devices.Decision>().toExtend<Decision>()
  expectTypeOf<updates.AvailableUpdate>().toEqualTypeOf<AvailableUpdate>()
})
