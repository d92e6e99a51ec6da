import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contentRange, uploads } from '#contract/releases/uploads.ts'
import { objects } from '#server/database/schema/objects.ts'
import { app, config, db, platform, signIn, statusesOf } from '#server/testing/testing.ts'

const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const admin = await signIn({ role: 'admin' })

const folder = path.join(config.dataDirectory, 'objects')
const program = (size: number) => Buffer.concat([Buffer.from('MZ'), randomBytes(size - 2)])
const measured = (bytes: Buffer) => ({
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  sha512: createHash('sha512').update(bytes).digest('base64'),
})
const partsOf = (key: string) => readdirSync(path.join(folder, 'parts')).filter((name) => name.startsWith(key))

/** An upload URL for a program, and its storage key. */
async function requestUpload() {
  const { body } = await admin.call(uploads.request, { body: { fileName: 'setup.exe', purpose: 'application' } })
  const { pathname, search } = new URL(body.uploadURL)
  return { uploadURL: body.uploadURL, url: `${origin}${pathname}${search}`, key: path.basename(pathname) }
}

async function put(url: string, bytes: Buffer, range?: string) {
  const headers = { 'content-type': 'application/octet-stream', ...(range && { 'content-range': range }) }
  const answer = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) })
  return { status: answer.status, ...((await answer.json()) as { message: string }) }
}

const progressOf = async (url: string) => (await (await fetch(url)).json()) as { received: number; isComplete: boolean }

/** A client that declares all bytes and has sent these. */
async function beginSending(url: string, total: number, bytes: Buffer) {
  const { hostname, port, pathname, search } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: ${total}\r\n\r\n`)
  socket.write(bytes)
  await expect.poll(() => progressOf(url)).toEqual({ received: bytes.length, isComplete: false })
  return socket
}

/** Interrupts the connection after that many bytes. */
async function breakOff(upload: { url: string; key: string }, file: Buffer, after: number) {
  const socket = await beginSending(upload.url, file.length, file.subarray(0, after))
  socket.destroy()
  await expect.poll(() => partsOf(upload.key)).toEqual([`${upload.key}.part`])
}

const rest = (file: Buffer, from: number) => [file.subarray(from), contentRange(from, file.length)] as const

async function measuresOf({ key }: { key: string }) {
  const [row] = await db.select().from(objects).where(eq(objects.key, key))
  return { size: row?.size, sha256: row?.sha256, sha512: row?.sha512 }
}

test('an interrupted upload resumes where it stopped, every time', async () => {
  const upload = await requestUpload()
  const file = program(3_000_000)
  await breakOff(upload, file, 1_000_000)
  expect(readdirSync(folder)).not.toContain(upload.key)
  expect(await progressOf(upload.url)).toEqual({ received: 1_000_000, isComplete: false })

  expect(await put(upload.url, ...rest(file, 1_000_000))).toEqual({ status: 200, message: 'File uploaded' })
  expect(await progressOf(upload.url)).toEqual({ received: 0, isComplete: true })
  expect(await measuresOf(upload)).toEqual(measured(file))
  expect(partsOf(upload.key)).toEqual([])
})

test('without a range an upload starts over, whatever there is', async () => {
  const upload = await requestUpload()
  await breakOff(upload, program(900_000), 800_000)
  const other = program(5000)
  expect((await put(upload.url, other)).status).toBe(200)
  expect(await measuresOf(upload)).toEqual(measured(other))
})

test('a rest that does not begin where the part ends is refused, and the part stays', async () => {
  const upload = await requestUpload()
  const file = program(500_000)
  await breakOff(upload, file, 100_000)
  for (const from of [99_999, 100_001, 500_000]) {
    expect(await put(upload.url, ...rest(file, from))).toEqual({
      status: 409,
      message: 'This upload continues at byte 100000.',
    })
  }
  expect((await put(upload.url, ...rest(file, 100_000))).status).toBe(200)
  expect(await measuresOf(upload)).toEqual(measured(file))
})

test.each([
  ['bytes 2-9/10', 400],
  ['bytes 0-5/10', 400],
  ['bytes 10-9/9', 400],
  ['bytes */20', 400],
  ['0-9/10', 400],
  ['bytes 0-9/10, 0-9/10', 400],
  ['bytes 0-9/*', 400],
  ['bytes 1-9999999999/10000000000', 400],
  ['bytes */9999999999', 400],
])('ten bytes that call themselves %s are refused', async (range, status) => {
  const { url } = await requestUpload()
  expect(await put(url, program(10), range)).toMatchObject({ status, message: expect.any(String) })
})

test('a total that is too large is refused before anything is read, and a part grows no further than that', async () => {
  const { url } = await requestUpload()
  const max = 5_368_709_120
  expect(await put(url, Buffer.alloc(0), contentRange(max + 1, max + 1))).toEqual({
    status: 413,
    message: 'The file is larger than 5120 MB.',
  })
  const { body } = await admin.call(uploads.request, { body: { size: max, fileName: 'a.exe', purpose: 'application' } })
  expect(body.maxSize).toBe(max)
})

test('refuses wrong content while the rest is still being sent, and keeps nothing', async () => {
  const upload = await requestUpload()
  const { hostname, port, pathname, search } = new URL(upload.url)
  const socket = connect(Number(port), hostname)
  const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())))
  socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 4000000\r\n\r\nPK\x03\x04`)
  expect(await answer).toMatch(/^HTTP\/1.1 415 .*This file is not an \.exe, \.msi or \.zip\./s)
  socket.destroy()
  expect(await progressOf(upload.url)).toEqual({ received: 0, isComplete: false })
})

test('of eight who continue one upload at once, one does', async () => {
  const upload = await requestUpload()
  const file = program(2_000_000)
  await breakOff(upload, file, 300_000)
  const answers = await Promise.all(Array.from({ length: 8 }, () => put(upload.url, ...rest(file, 300_000))))
  expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  expect(await measuresOf(upload)).toEqual(measured(file))
})

test('refuses a second sender; after a pause of the first, the other may continue', async () => {
  const upload = await requestUpload()
  const file = program(1_000_000)
  const silent = await beginSending(upload.url, file.length, file.subarray(0, 400_000))
  expect(await put(upload.url, ...rest(file, 400_000))).toEqual({
    status: 409,
    message: 'This file is being uploaded at this moment.',
  })

  const [name = ''] = partsOf(upload.key)
  letTimePass(name)
  expect((await put(upload.url, ...rest(file, 400_000))).status).toBe(200)
  silent.destroy()
  expect(await measuresOf(upload)).toEqual(measured(file))
})

test('what a killed server had received is continued by the next one', async () => {
  const upload = await requestUpload()
  const file = program(700_000)
  const [name = ''] = partsOf(upload.key)
  const taken = `${upload.key}.${Date.now()}.0d9f8a9c-0000-4000-8000-000000000000.part`
  renameSync(path.join(folder, 'parts', name), path.join(folder, 'parts', taken))
  writeFileSync(path.join(folder, 'parts', taken), file.subarray(0, 650_000))
  letTimePass(taken)
  expect(await progressOf(upload.url)).toEqual({ received: 650_000, isComplete: false })
  expect((await put(upload.url, ...rest(file, 650_000))).status).toBe(200)
  expect(await measuresOf(upload)).toEqual(measured(file))
})

test('a file whose last byte arrived just before the server was killed is finished without sending it again', async () => {
  const upload = await requestUpload()
  const file = program(50_000)
  writeFileSync(path.join(folder, 'parts', `${upload.key}.part`), file)
  expect((await put(upload.url, ...rest(file, file.length))).status).toBe(200)
  expect(await measuresOf(upload)).toEqual(measured(file))
})

test('a changed link reveals nothing', async () => {
  const { url } = await requestUpload()
  const answer = await fetch(url.replace(/signature=.{5}/, 'signature=AAAAA'))
  expect(answer.status).toBe(403)
  expect((await fetch(url.replace('.exe', '.zip'))).status).toBe(403)
})

test('an application file may take twelve hours', async () => {
  const { url } = await requestUpload()
  const seconds = Number(new URL(url).searchParams.get('expires')) - Date.now() / 1000
  expect(Math.round(seconds / 60)).toBe(720)
})

test('deletes parts without writes for a day, and those of unused links', async () => {
  const [old, fresh] = [await requestUpload(), await requestUpload()]
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  utimesSync(path.join(folder, 'parts', `${old.key}.part`), yesterday, yesterday)
  await platform.objects.removeUnclaimed()
  expect([partsOf(old.key), partsOf(fresh.key)]).toEqual([[], [`${fresh.key}.part`]])
  await db
    .update(objects)
    .set({ createdAt: sql`now() - interval '25 hours'` })
    .where(eq(objects.key, fresh.key))
  await platform.objects.removeUnclaimed()
  expect(partsOf(fresh.key)).toEqual([])
})

test('what was measured while it was received is not read again', async () => {
  const upload = await requestUpload()
  const file = program(20_000)
  await put(upload.url, file)
  writeFileSync(path.join(folder, upload.key), 'other bytes, which are not checked')
  const own = { url: upload.uploadURL, userId: admin.user.id, purpose: 'application' } as const
  const { measures } = await platform.objects.check(own)
  expect(measures).toEqual(measured(file))
})

/** The writer of this part paused for a minute. */
function letTimePass(name: string) {
  const aged = name.replace(/\.(\d{13})\./, (_match, since: string) => `.${Number(since) - 60_000}.`)
  renameSync(path.join(folder, 'parts', name), path.join(folder, 'parts', aged))
  const before = new Date(Date.now() - 60_000)
  utimesSync(path.join(folder, 'parts', aged), before, before)
}
