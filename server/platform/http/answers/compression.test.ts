import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { creation } from '#contract/licensing/creation.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { app, db, signIn } from '#server/testing/testing.ts'

const { cookie = '', organizationId } = await signIn({ licenseLimit: 1000 })
for (let number = 0; number < 60; number += 1) await makeLicense(db, { organizationId, label: `Desk ${number} “süd”` })

const read = (url: string, encodings?: string) =>
  app.inject({ url, headers: { cookie, ...(encodings && { 'accept-encoding': encodings }) } })
const LIST = `${licenses.list.url}?limit=60`

test('a long list is sent in the form that the browser prefers', async () => {
  const plain = await read(LIST)
  expect([plain.headers['content-encoding'], plain.json<unknown[]>().length]).toEqual([undefined, 60])
  const forms = [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip;q=1.0, br;q=0.1', 'gzip', gunzipSync],
  ] as const
  for (const [accepted, encoding, unpack] of forms) {
    const { headers, rawPayload } = await read(LIST, accepted)
    expect([headers['content-encoding'], headers.vary]).toEqual([encoding, expect.stringContaining('accept-encoding')])
    expect(headers['content-type']).toBe(plain.headers['content-type'])
    expect(unpack(rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
    expect(headers['content-length']).toBe(String(rawPayload.length))
  }
})

test('a short answer, a file and an encoding that was not asked for are sent as they are', async () => {
  const urls = ['/api/user', licenses.export.url, '/api/config']
  for (const url of urls) expect((await read(url, 'br, gzip')).headers['content-encoding']).toBeUndefined()
  for (const accepted of ['identity', 'zstd', 'br;q=0'])
    expect((await read(LIST, accepted)).headers['content-encoding']).toBeUndefined()
})

test('the answer of a write is never compressed, because it may contain a secret', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: creation.create.url,
    headers: { cookie, 'accept-encoding': 'br, gzip' },
    payload: { label: 'Desk', count: 50 },
  })
  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([201, undefined])
  expect(answer.rawPayload.length).toBeGreaterThan(4096)
})

test('a read that is refused is not compressed into something else', async () => {
  const { statusCode, headers } = await app.inject({ url: LIST, headers: { 'accept-encoding': 'br' } })
  expect([statusCode, headers['content-encoding']]).toEqual([401, undefined])
})

test('HEAD names no other length than GET sends', async () => {
  const lengthOf = async (encodings?: string) => {
    const headers = { cookie, ...(encodings && { 'accept-encoding': encodings }) }
    return (await app.inject({ method: 'HEAD', url: LIST, headers })).headers['content-length']
  }
  const { headers } = await read(LIST)
  expect([await lengthOf(), await lengthOf('br, gzip')]).toEqual([headers['content-length'], undefined])
})
