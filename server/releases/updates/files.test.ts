import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { get } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { versions } from '#server/database/schema/releases.ts'
import { openBucket } from '#server/testing/platform/objects.ts'
import { publish } from '#server/testing/releases/downloads.ts'
import { installed, publishLatest } from '#server/testing/releases/updates.ts'
import { app, db, platform } from '#server/testing/testing.ts'

afterEach(() => db.delete(versions))

const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const { ask, updateToken } = await installed()
const BYTES = Buffer.concat([Buffer.from('MZ'), randomBytes(300_000)])
const SHA256 = createHash('sha256').update(BYTES).digest('hex')
const ETAG = `"${SHA256}"`

async function publishFile(fileName = 'setup.exe', bytes = BYTES) {
  const version = await publishLatest({ fileName }, bytes)
  const path = `files/${version.id}/${encodeURIComponent(fileName)}`
  return { ...version, path, url: `${origin}/updates/${updateToken}/stable/${path}` }
}

/** Parses a multipart body by RFC 2046. */
function partsOf(body: Buffer, contentType: unknown) {
  const [, boundary = ''] = /^multipart\/byteranges; boundary=(\S+)$/.exec(String(contentType)) ?? []
  const text = body.toString('latin1')
  expect(boundary).not.toBe('')
  expect(text.endsWith(`\r\n--${boundary}--\r\n`)).toBe(true)
  return `\r\n${text.slice(0, -`--${boundary}--\r\n`.length)}`
    .split(`\r\n--${boundary}\r\n`)
    .slice(1)
    .map((part, index, all) => (index === all.length - 1 ? part.slice(0, -2) : part))
    .map((part) => {
      const end = part.indexOf('\r\n\r\n')
      const headers = Object.fromEntries(
        part
          .slice(0, end)
          .split('\r\n')
          .map((line) => line.split(': ')),
      )
      return { headers, bytes: Buffer.from(part.slice(end + 4), 'latin1') }
    })
}

test.each([
  ['setup.EXE', 'application/vnd.microsoft.portable-executable'],
  ['setup.msi', 'application/x-msi'],
  ['setup.zip', 'application/zip'],
])('%s is sent as what it is, by its name, with its hash, and must be asked for again', async (fileName, type) => {
  const { path } = await publishFile(fileName)
  const { statusCode, headers, rawPayload } = await ask(path)
  expect([statusCode, rawPayload.equals(BYTES)]).toEqual([200, true])
  const told = {
    'content-type': type,
    'content-length': String(BYTES.length),
    'content-disposition': `attachment; filename="${fileName}"; filename*=UTF-8''${fileName}`,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'x-checksum-sha256': SHA256,
    'x-content-type-options': 'nosniff',
    etag: ETAG,
  }
  expect(headers).toMatchObject(told)
  const head = await ask(path, { method: 'HEAD' })
  expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
  expect(head.headers).toMatchObject(told)
  expect((await ask(path, { headers: { 'if-none-match': `"a", W/${ETAG}` } })).statusCode).toBe(304)
})

test('several ranges come in the order they were asked for, and the length is what was said', async () => {
  const { path } = await publishFile()
  const answer = await ask(path, { headers: { range: 'bytes=200-299, 0-0, -5', 'if-range': ETAG } })
  expect(answer.statusCode).toBe(206)
  expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
  expect(answer.headers['content-range']).toBeUndefined()
  const size = BYTES.length
  const expected = [
    [200, 299],
    [0, 0],
    [size - 5, size - 1],
  ] as const
  const parts = partsOf(answer.rawPayload, answer.headers['content-type'])
  expect(parts.map(({ headers }) => headers)).toEqual(
    expected.map(([start, end]) => ({
      'content-type': 'application/vnd.microsoft.portable-executable',
      'content-range': `bytes ${start}-${end}/${size}`,
    })),
  )
  expect(
    parts.map(({ bytes }, index) => bytes.equals(BYTES.subarray(expected[index]![0], expected[index]![1] + 1))),
  ).toEqual([true, true, true])
  const head = await ask(path, { method: 'HEAD', headers: { range: 'bytes=200-299, 0-0, -5' } })
  expect([head.statusCode, head.rawPayload.length, head.headers['content-length']]).toEqual([
    206,
    0,
    answer.headers['content-length'],
  ])
})

test('one range that is left of several is one range, none is 416, and too much is the file', async () => {
  const { path } = await publishFile()
  const one = await ask(path, { headers: { range: `bytes=10-19,${BYTES.length}-` } })
  expect([one.statusCode, one.headers['content-range'], one.rawPayload.equals(BYTES.subarray(10, 20))]).toEqual([
    206,
    `bytes 10-19/${BYTES.length}`,
    true,
  ])
  const behind = await ask(path, { headers: { range: `bytes=${BYTES.length}-` } })
  expect([behind.statusCode, behind.headers['content-range']]).toEqual([416, `bytes */${BYTES.length}`])
  const size = BYTES.length.toLocaleString('en-US')
  expect(behind.json()).toEqual({ message: `Range is beyond the end of the file, which has ${size} bytes.` })
  for (const range of ['bytes=0-,0-,0-', `bytes=${'0-0,'.repeat(501)}`, 'bytes=5-2', 'pages=1-2']) {
    const whole = await ask(path, { headers: { range } })
    expect([range, whole.statusCode, whole.rawPayload.length]).toEqual([range, 200, BYTES.length])
  }
  const other = await ask(path, { headers: { range: 'bytes=0-1,5-6', 'if-range': '"another"' } })
  expect([other.statusCode, other.rawPayload.length]).toEqual([200, BYTES.length])
})

test('five who read pieces of one file at the same time put the same file together', async () => {
  const { url } = await publishFile()
  const reader = async (width: number) => {
    const pieces: Buffer[] = []
    for (let start = 0; start < BYTES.length; start += width) {
      const answer = await fetch(url, { headers: { range: `bytes=${start}-${start + width - 1}` } })
      pieces.push(Buffer.from(await answer.arrayBuffer()))
    }
    return Buffer.concat(pieces)
  }
  const files = await Promise.all([40_000, 50_001, 65_536, 99_999, 300_002].map(reader))
  expect(files.map((file) => file.equals(BYTES))).toEqual(Array(5).fill(true))
})

/** File handles that this process has open in the storage. */
const openFiles = (key: string) =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).endsWith(key)
    } catch {
      return false
    }
  })

test.runIf(process.platform === 'linux').each([undefined, 'bytes=0-19999999,20000000-39999999'])(
  'closes the file when the client disconnects (range: %s)',
  async (range) => {
    const bytes = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(40_000_000, 'x')])
    const { url, key } = await publishFile('setup.exe', bytes)
    const request = get(url, { headers: range ? { range } : {}, agent: false })
    const [response] = await once(request, 'response')
    await once(response, 'data')
    expect(openFiles(key)).not.toEqual([])
    response.destroy()
    await expect.poll(() => openFiles(key)).toEqual([])
  },
)

test('a file is gone with its version, and there is none by another name', async () => {
  const { id, path } = await publishFile()
  for (const wrong of [
    path.replace('setup', 'other'),
    `${path}.blockmap`,
    path.replace(id, updateToken),
    `files/${id}/`,
  ])
    expect([wrong, (await ask(wrong)).statusCode]).toEqual([wrong, expect.toBeOneOf([400, 404])])
  expect((await ask(path)).statusCode).toBe(200)
  await db.update(versions).set({ isActive: false, isLatest: false }).where(eq(versions.id, id))
  const known: Record<string, string>[] = [{}, { 'if-none-match': ETAG }, { range: 'bytes=5-', 'if-range': ETAG }]
  for (const headers of known) expect((await ask(path, { headers })).statusCode).toBe(404)
})

test('a device that has started an update can finish it after the rollout is set to 0 %', async () => {
  const { id, path } = await publishFile()
  await db.update(versions).set({ rolloutPercent: 0 }).where(eq(versions.id, id))
  expect((await ask(path, { headers: { range: 'bytes=100-' } })).statusCode).toBe(206)
})

test('a file in a bucket is sent in pieces, too', async () => {
  const objects = await openBucket()
  const bucketApp = await buildApp({ ...platform, objects })
  const { id, fileName } = await publish({ version: '2.0', isLatest: true, fileName: 'setup.exe' }, BYTES, objects)
  const url = `/updates/${updateToken}/stable/files/${id}/${fileName}`
  const answer = await bucketApp.inject({ url, headers: { range: 'bytes=0-9,100-109' } })
  const parts = partsOf(answer.rawPayload, answer.headers['content-type'])
  expect(parts.map(({ bytes }) => bytes)).toEqual([BYTES.subarray(0, 10), BYTES.subarray(100, 110)])
  await bucketApp.close()
})
