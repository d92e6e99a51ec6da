import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmdirSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MAX_SIZE, uploads } from '#contract/releases/uploads.ts'
import { objects } from '#server/database/schema/objects.ts'
import { uploadPath } from '#server/platform/storage/signed-link.ts'
import { app, config, db, platform, signIn, statusesOf } from '#server/testing/testing.ts'

const MAX = MAX_SIZE.invoice
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const admin = await signIn({ role: 'admin' })

const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)])
const stored = () => readdirSync(path.join(config.dataDirectory, 'objects'))
const partsOf = (key: string) =>
  readdirSync(path.join(config.dataDirectory, 'objects', 'parts')).filter((name) => name.startsWith(key))

/** An upload URL for an invoice, and its storage key. */
async function requestUpload(person = admin) {
  const { body } = await person.call(uploads.request, { body: { fileName: 'march.pdf' } })
  const { pathname, search } = new URL(body.uploadURL)
  return { url: `${origin}${pathname}${search}`, key: path.basename(pathname) }
}

async function put(url: string, body: Buffer | Readable) {
  const stream = body instanceof Readable
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/pdf' },
    body: stream ? (Readable.toWeb(body) as ReadableStream) : new Uint8Array(body),
    ...(stream && { duplex: 'half' }),
  } as RequestInit)
  const { message } = (await answer.json()) as { message: string }
  return { status: answer.status, message }
}

const rowOf = (key: string) =>
  db
    .select()
    .from(objects)
    .where(eq(objects.key, key))
    .then(([row]) => row)

test('an admin gets a URL that takes one PDF with one PUT [R-API-72 R-API-73]', async () => {
  const answer = await admin.call(uploads.request, { headers: { host: '127.0.0.1:4000' } })
  expect(answer).toMatchObject({ status: 200, body: { maxSize: MAX, contentType: 'application/pdf', resumes: true } })
  expect(answer.body.uploadURL).toMatch(
    /^http:\/\/localhost:3000\/api\/objects\/put\/invoice-[\w-]{36}\.pdf\?expires=\d+&max=10485760&signature=[\w-]{43}$/,
  )

  const { url, key } = await requestUpload()
  const file = pdf(100_000)
  expect(await put(url, file)).toEqual({ status: 200, message: 'File uploaded' })
  expect(await rowOf(key)).toMatchObject({ fileName: 'march.pdf', size: 100_000, claimedAt: null })
  expect(stored()).toContain(key)
  expect(await put(url, file)).toMatchObject({ status: 409 })
})

test.each(['agent', 'org_admin', 'customer'] as const)('an invoice file is not for %s to upload', async (role) => {
  const person = await signIn({ role })
  expect((await person.call(uploads.request)).status).toBe(403)
})

test('a file of the largest size is taken, one byte more is not, however it comes [R-CONST-17]', async () => {
  const whole = await requestUpload()
  expect((await put(whole.url, pdf(MAX))).status).toBe(200)

  const announced = await requestUpload()
  expect(await put(announced.url, pdf(MAX + 1))).toEqual({ status: 413, message: 'The file is larger than 10 MB.' })
  const chunked = await requestUpload()
  expect((await put(chunked.url, Readable.from([pdf(MAX), Buffer.from('x')]))).status).toBe(413)
  const huge = await requestUpload()
  const endless = Readable.from(
    (function* () {
      yield pdf(MAX)
      for (let times = 0; times < 60; times++) yield randomBytes(1_048_576)
    })(),
  )
  expect((await put(huge.url, endless)).status).toBe(413)
  for (const { key } of [announced, chunked, huge]) expect(stored()).not.toContain(key)

  const refused = await admin.call(uploads.request, { body: { size: MAX + 1 } })
  expect(refused).toMatchObject({ status: 413, message: 'The file is larger than 10 MB.' })
})

test.each([
  ['another kind of file', Buffer.from('MZ\x90\x00 not a document')],
  ['a PDF that starts too late', Buffer.from('\n%PDF-1.7')],
  ['the first bytes of one only', Buffer.from('%PDF')],
  ['nothing', Buffer.alloc(0)],
])('%s is no PDF, and leaves the URL usable [R-CONST-17]', async (_name, body) => {
  const { url, key } = await requestUpload()
  expect(await put(url, body)).toEqual({ status: 415, message: 'This file is not a PDF.' })
  expect(stored()).not.toContain(key)
  expect((await put(url, pdf(2000))).status).toBe(200)
})

test('a PDF whose first bytes come one by one is a PDF', async () => {
  const { url, key } = await requestUpload()
  const bytes = [...Buffer.from('%PDF-1.7 and so on')].map((byte) => Buffer.from([byte]))
  expect((await put(url, Readable.from(bytes))).status).toBe(200)
  expect(await rowOf(key)).toMatchObject({ size: bytes.length })
})

test('a URL that was changed, or is older than ten minutes, takes nothing', async () => {
  const { url, key } = await requestUpload()
  const other = await requestUpload()
  const tampered = [
    url.replace('max=10485760', 'max=99999999'),
    url.replace(/expires=\d/, 'expires=9'),
    url.replace(key, other.key),
    url.replace(/signature=.{5}/, 'signature=AAAAA'),
    url.replace(/signature=.*/, 'signature='),
  ]
  for (const wrong of tampered) expect(await put(wrong, pdf(2000)), wrong).toMatchObject({ status: 403 })
  expect((await put(url.replace(key, '..%2F..%2Fpasswd'), pdf(2000))).status).toBe(400)

  const now = Math.floor(Date.now() / 1000)
  const secret = await platform.secrets.open('upload-links')
  const until = (expires: number) => put(`${origin}${uploadPath(secret, { key, expires, max: MAX })}`, pdf(2000))
  expect(await until(now - 1)).toMatchObject({ status: 403, message: 'This upload link is not valid or has expired.' })
  expect(stored()).not.toContain(key)
  expect((await until(now + 60)).status).toBe(200)
})

test('of five who use one URL at once, one stores its file', async () => {
  const { url, key } = await requestUpload()
  const answers = await Promise.all(Array.from({ length: 5 }, () => put(url, pdf(500_000))))
  expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409])
  expect(stored()).toContain(key)
  expect(partsOf(key)).toEqual([])
})

test('deletes unclaimed files after a day and keeps claimed ones', async () => {
  const [left, claimed, fresh] = [await requestUpload(), await requestUpload(), await requestUpload()]
  for (const { url } of [left, claimed, fresh]) await put(url, pdf(2000))
  const upload = await platform.objects.check({ url: claimed.url, userId: admin.user.id, purpose: 'invoice' })
  await db.transaction((tx) => platform.objects.claim(tx, upload))
  const yesterday = sql`now() - interval '25 hours'`
  for (const { key } of [left, claimed])
    await db.update(objects).set({ createdAt: yesterday }).where(eq(objects.key, key))

  await platform.objects.removeUnclaimed()
  expect(stored()).not.toContain(left.key)
  expect(await rowOf(left.key)).toBeUndefined()
  expect(stored()).toEqual(expect.arrayContaining([claimed.key, fresh.key]))
})

test('a file that cannot be deleted keeps no other', async () => {
  const [stuck, left] = [await requestUpload(), await requestUpload()]
  await put(left.url, pdf(2000))
  mkdirSync(path.join(config.dataDirectory, 'objects', stuck.key))
  for (const [{ key }, hours] of [
    [stuck, 26],
    [left, 25],
  ] as const)
    await db
      .update(objects)
      .set({ createdAt: sql`now() - ${hours} * interval '1 hour'` })
      .where(eq(objects.key, key))

  await expect(platform.objects.removeUnclaimed()).rejects.toThrow(stuck.key)
  expect(await rowOf(left.key)).toBeUndefined()
  expect(await rowOf(stuck.key)).toBeDefined()
  rmdirSync(path.join(config.dataDirectory, 'objects', stuck.key))
  await platform.objects.removeUnclaimed()
  expect(await rowOf(stuck.key)).toBeUndefined()
})

test('keeps a file for a day after its record is gone, because a running backup still reads it', async () => {
  const { url, key } = await requestUpload()
  await put(url, pdf(2000))
  const upload = await platform.objects.check({ url, userId: admin.user.id, purpose: 'invoice' })
  await db.transaction((tx) => platform.objects.claim(tx, upload))
  const age = () =>
    db
      .update(objects)
      .set({ createdAt: sql`now() - interval '25 hours'` })
      .where(eq(objects.key, key))
  await age()
  await db.transaction((tx) => platform.objects.release(tx, upload.id))
  await platform.objects.removeUnclaimed()
  expect(stored()).toContain(key)
  await age()
  await platform.objects.removeUnclaimed()
  expect(stored()).not.toContain(key)
})

test.each([
  ['Setup.exe', 'MZ\x90', 200],
  ['Setup.MSI', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 200],
  ['Setup.zip', 'PK\x03\x04', 200],
  ['Setup.zip', 'MZ\x90', 415],
  ['Setup.exe', '<script>', 415],
])('an application file called %s that starts with %j is answered %i', async (fileName, bytes, status) => {
  const { body } = await admin.call(uploads.request, { body: { fileName, purpose: 'application' } })
  const { pathname, search } = new URL(body.uploadURL)
  expect(path.extname(pathname)).toBe(path.extname(fileName).toLowerCase())
  const answer = await put(`${origin}${pathname}${search}`, Buffer.concat([Buffer.from(bytes), randomBytes(100)]))
  expect(answer.status).toBe(status)
})

test.each(['Setup.dll', 'exe', undefined])(
  'an application file called %s is refused before it is sent',
  async (fileName) => {
    const answer = await admin.call(uploads.request, { body: { fileName, purpose: 'application' } })
    expect(answer).toMatchObject({ status: 415, message: 'This file is not an .exe, .msi or .zip.' })
  },
)
