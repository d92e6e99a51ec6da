import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { MAX_SIZE } from '#contract/releases/uploads.ts'
import { objects as table } from '#server/database/schema/objects.ts'
import { wordsOf } from '#server/platform/http/logging.ts'
import { openBucket, openObjects } from '#server/testing/platform/objects.ts'
import { db, signIn } from '#server/testing/testing.ts'
import type { Objects } from './objects.ts'
import { storageDown } from './storage.ts'

// This bucket server stores and copies like a real one but does not check signatures. Refusing changed URLs is the bucket's job and not
// tested here.

const PDF = Buffer.from('%PDF-1.7\nan invoice in a bucket\n%%EOF\n')
const admin = await signIn({ role: 'admin' })
const owner = { userId: admin.user.id, purpose: 'invoice' } as const

const put = (url: string, file: Buffer) =>
  fetch(url, { method: 'PUT', headers: { 'content-type': 'application/pdf' }, body: new Uint8Array(file) })

async function upload(objects: Objects, file: Buffer | null = PDF) {
  const size = Math.min(file?.length ?? PDF.length, MAX_SIZE.invoice)
  const { uploadURL } = await objects.requestUpload({ ...owner, fileName: 'march.pdf', size })
  if (file) expect((await put(uploadURL, file)).status).toBe(200)
  return uploadURL
}

const claim = async (objects: Objects, url: string) => {
  const checked = await objects.check({ url, ...owner })
  return db.transaction((tx) => objects.claim(tx, checked))
}
const bytesOf = async (objects: Objects, key: string) => buffer(await objects.read(key))

test('a file sent to the bucket is checked, claimed and read back, whole or in part', async () => {
  const objects = await openBucket()
  const url = await upload(objects)
  const { searchParams } = new URL(url)
  expect(searchParams.get('X-Amz-Expires')).toBe('600')
  expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host')

  const object = await claim(objects, url)
  expect(object).toMatchObject({
    fileName: 'march.pdf',
    size: PDF.length,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(await bytesOf(objects, object.key)).toEqual(PDF)
  expect(await buffer(await objects.read(object.key, { start: 5, end: 7 }))).toEqual(PDF.subarray(5, 8))
})

test('a file for the bucket needs a size, which its URL keeps', async () => {
  const objects = await openBucket()
  await expect(objects.requestUpload({ ...owner, fileName: 'march.pdf' })).rejects.toMatchObject({ statusCode: 400 })
  const signatureFor = async (size: number) =>
    new URL((await objects.requestUpload({ ...owner, size })).uploadURL).searchParams.get('X-Amz-SignedHeaders')
  expect(await signatureFor(1000)).toContain('content-length')
})

test('an application in the bucket is hashed twice, when it is looked at', async () => {
  const objects = await openBucket()
  const file = Buffer.from('MZ not much of a program')
  const application = { userId: admin.user.id, purpose: 'application' } as const
  const { uploadURL: url } = await objects.requestUpload({ ...application, fileName: 'setup.exe', size: file.length })
  await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(file),
  })
  const { measures } = await objects.check({ ...application, url, fileName: 'setup.exe' })
  expect(measures).toEqual({
    size: file.length,
    sha256: createHash('sha256').update(file).digest('hex'),
    sha512: createHash('sha512').update(file).digest('base64'),
  })
})

test('what is sent to the URL after the check changes nothing', async () => {
  const objects = await openBucket()
  const url = await upload(objects)
  const checked = await objects.check({ url, ...owner })
  expect((await put(url, Buffer.from('MZ something else'))).status).toBe(200)
  const object = await db.transaction((tx) => objects.claim(tx, checked))
  expect(await bytesOf(objects, object.key)).toEqual(PDF)
})

test('what is missing, too large or no PDF is not claimed [R-CONST-17]', async () => {
  const objects = await openBucket()
  await expect(claim(objects, await upload(objects, null))).rejects.toMatchObject({
    statusCode: 400,
    message: 'The file has not been uploaded.',
  })
  await expect(claim(objects, await upload(objects, Buffer.from('MZ')))).rejects.toMatchObject({
    statusCode: 400,
    message: 'This file is not a PDF.',
  })
  const large = Buffer.concat([PDF, Buffer.alloc(10_485_760)])
  await expect(claim(objects, await upload(objects, large))).rejects.toMatchObject({
    statusCode: 400,
    message: 'The file is larger than 10 MB.',
  })
})

test('a file that came too late may still be checked again', async () => {
  const objects = await openBucket()
  const url = await upload(objects, null)
  await expect(claim(objects, url)).rejects.toThrow('has not been uploaded')
  await put(url, PDF)
  expect((await claim(objects, url)).size).toBe(PDF.length)
})

test('the sweep deletes unclaimed and unchecked files', async () => {
  const objects = await openBucket()
  const [checked, sent] = [await upload(objects), await upload(objects)]
  await objects.check({ url: checked, ...owner })
  const [key = '', sentKey = ''] = [checked, sent].map((url) => path.basename(new URL(url).pathname))
  await db.update(table).set({ createdAt: sql`now() - interval '25 hours'` })
  await objects.removeUnclaimed()
  expect(await db.$count(table, eq(table.userId, admin.user.id))).toBe(
    await db.$count(table, sql`claimed_at is not null`),
  )
  for (const gone of [key, sentKey, `incoming/${sentKey}`])
    await expect(objects.read(gone)).rejects.toMatchObject({ statusCode: 404 })
})

test('a file of the server’s own is made once and then kept', async () => {
  const objects = await openBucket()
  await objects.provide('application-1', () => Buffer.from('MZ first'))
  await objects.provide('application-1', () => Buffer.from('MZ second'))
  expect((await bytesOf(objects, 'application-1')).toString()).toBe('MZ first')
})

test('a bucket that is gone, or answers nonsense, is a 503, and a later try finds it', async () => {
  const broken = createServer((_request, response) => response.writeHead(500).end('oops')).listen(0, '127.0.0.1')
  onTestFinished(() => void broken.close())
  await new Promise((resolve) => broken.once('listening', resolve))
  const { port } = broken.address() as AddressInfo
  const healthy = await openBucket()
  const url = await upload(healthy)
  for (const endpoint of [`http://127.0.0.1:${port}`, 'http://127.0.0.1:1']) {
    await expect(openObjects(endpoint).check({ url, ...owner })).rejects.toMatchObject({ statusCode: 503 })
    await expect(openObjects(endpoint).provide('x', () => PDF)).rejects.toMatchObject({ statusCode: 503 })
    await expect(openObjects(endpoint).read('invoice-x')).rejects.toMatchObject({
      statusCode: 503,
      message: 'File storage does not answer. Please try again in a moment.',
    })
  }
  expect((await claim(healthy, url)).size).toBe(PDF.length)
})

test('a command says why it has no file storage', () => {
  expect(wordsOf(storageDown(new Error('There is no bucket files')))).toBe(
    'File storage does not answer. There is no bucket files',
  )
})
