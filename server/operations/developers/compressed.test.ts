import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { app, signIn } from '#server/testing/testing.ts'

const ADDRESSES = [
  '/developers',
  '/developers/style.css',
  '/developers/openapi.json',
  '/developers/webhooks',
  '/developers/reference/licenses',
]

const ask = (url: string, headers = {}) => app.inject({ url, headers })

test.each(ADDRESSES)('%s is sent in the form that the caller accepts', async (url) => {
  const plain = await ask(url)
  const shared = { 'cache-control': 'public, max-age=300', vary: 'accept-encoding', etag: plain.headers.etag }
  expect([plain.headers['content-encoding'], plain.headers]).toMatchObject([undefined, shared])
  for (const [accepted, encoding, unpack] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0.5, gzip;q=0', 'br', brotliDecompressSync],
  ] as const) {
    const packed = await ask(url, { 'accept-encoding': accepted })
    expect(packed.headers).toMatchObject({ ...shared, 'content-encoding': encoding })
    expect(packed.headers['content-length']).toBe(String(packed.rawPayload.length))
    expect(unpack(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  }
  for (const accepted of ['identity', 'br;q=0', 'deflate, zstd'])
    expect((await ask(url, { 'accept-encoding': accepted })).headers['content-encoding']).toBeUndefined()
})

test.each(ADDRESSES)('%s is not sent to callers that have it', async (url) => {
  const etag = String((await ask(url)).headers.etag)
  expect(etag).toMatch(/^W\/"[\w-]{43}"$/)
  for (const encoding of ['br', 'gzip', 'identity']) {
    const again = await ask(url, { 'if-none-match': etag, 'accept-encoding': encoding })
    expect([again.statusCode, again.body, again.headers.etag, again.headers.vary]).toEqual([
      304,
      '',
      etag,
      'accept-encoding',
    ])
    expect(again.headers['content-encoding']).toBeUndefined()
  }
  expect((await ask(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
})

test('the pages of staff are compressed too, and no cache keeps them', async () => {
  const { cookie } = await signIn({ role: 'agent' })
  for (const url of ['/reference', '/reference/openapi.json']) {
    const { statusCode, headers } = await ask(url, { cookie, 'accept-encoding': 'br' })
    expect([statusCode, headers]).toMatchObject([200, { 'content-encoding': 'br', 'cache-control': 'no-store' }])
  }
  expect((await ask('/reference', { 'accept-encoding': 'br' })).statusCode).toBe(401)
})
