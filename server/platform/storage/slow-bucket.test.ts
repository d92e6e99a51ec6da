import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { bucketAt, openObjects, startOddBucket } from '#server/testing/platform/objects.ts'
import { db, signIn } from '#server/testing/testing.ts'
import type { Objects } from './objects.ts'
import { openStorage } from './open-storage.ts'

const PDF = Buffer.from('%PDF-1.7\nan invoice in a bucket\n%%EOF\n')
const admin = await signIn({ role: 'admin' })
const owner = { userId: admin.user.id, purpose: 'invoice' } as const

async function upload(objects: Objects) {
  const { uploadURL: url } = await objects.requestUpload({ ...owner, fileName: 'march.pdf', size: PDF.length })
  const headers = { 'content-type': 'application/pdf' }
  expect((await fetch(url, { method: 'PUT', headers, body: new Uint8Array(PDF) })).status).toBe(200)
  return { url, ...owner }
}

const COPY = 'x-amz-copy-source'

test('a second check while the bucket copies the file is refused, and the first one succeeds', async () => {
  const [begun, allowed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const endpoint = await startOddBucket(async ({ request, forward }) => {
    if (request.headers[COPY]) {
      begun.resolve()
      await allowed.promise
    }
    forward()
  })
  const objects = openObjects(endpoint)
  const file = await upload(objects)
  const first = objects.check(file)
  await begun.promise
  await expect(objects.check(file)).rejects.toMatchObject({
    statusCode: 409,
    message: 'This file is still being checked. Try again in a moment, or upload it again.',
  })
  allowed.resolve()
  const checked = await first
  expect(await objects.check(file)).toEqual(checked)
  const { key, size } = await db.transaction((tx) => objects.claim(tx, checked))
  expect([size, await buffer(await objects.read(key))]).toEqual([PDF.length, PDF])
})

/** Longer than a bucket may take for an ordinary answer. */
const LONG = 4500

test('a bucket may take long to copy a large file, and to receive one of a backup', async () => {
  const endpoint = await startOddBucket(async ({ request, forward }) => {
    if (request.headers[COPY] || (request.method === 'PUT' && request.url?.includes('restored'))) await delay(LONG)
    forward()
  })
  const storage = await openStorage({ s3: bucketAt(endpoint), dataDirectory: '' })
  const objects = openObjects(endpoint)
  const file = await upload(objects)
  const [{ measures }] = await Promise.all([objects.check(file), storage.restore('restored', Readable.from([PDF]))])
  expect(measures.size).toBe(PDF.length)
  expect(await buffer(await storage.read('restored'))).toEqual(PDF)
}, 30_000)

test('a bucket that answers a range with the whole file is a 503 instead of the wrong bytes', async () => {
  const endpoint = await startOddBucket(({ request, forward }) => {
    delete request.headers.range
    forward()
  })
  const objects = openObjects(endpoint)
  await objects.provide('application-1', () => PDF)
  await expect(objects.read('application-1', { start: 5, end: 7 })).rejects.toMatchObject({ statusCode: 503 })
  expect(await buffer(await objects.read('application-1'))).toEqual(PDF)
})

test('a bucket that stops in the middle of a file that is checked is a 503, and the file is kept', async () => {
  let isBroken = true
  const endpoint = await startOddBucket(({ request, response, forward }) => {
    if (!isBroken || request.method !== 'GET') return forward()
    response.writeHead(200, { 'content-length': PDF.length })
    return response.write(PDF.subarray(0, 8), () => response.destroy())
  })
  const objects = openObjects(endpoint)
  const file = await upload(objects)
  await expect(objects.check(file)).rejects.toMatchObject({
    statusCode: 503,
    message: 'File storage does not answer. Please try again in a moment.',
    retryAfterSeconds: 5,
  })
  isBroken = false
  expect((await objects.check(file)).measures.size).toBe(PDF.length)
})

test('a bucket that answers with a shorter file is a 503 instead of a file without its end', async () => {
  let isBroken = true
  const short = PDF.subarray(0, 20)
  const endpoint = await startOddBucket(({ request, response, forward }) => {
    if (!isBroken || request.method !== 'GET') return forward()
    return response.writeHead(200, { 'content-length': short.length }).end(short)
  })
  const objects = openObjects(endpoint)
  const file = await upload(objects)
  await expect(objects.check(file)).rejects.toMatchObject({ statusCode: 503, retryAfterSeconds: 5 })
  isBroken = false
  expect((await objects.check(file)).measures.size).toBe(PDF.length)
})
