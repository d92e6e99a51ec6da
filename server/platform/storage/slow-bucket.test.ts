import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openObjects, startOddBucket } from '#server/testing/platform/objects.ts'
import { db, signIn } from '#server/testing/testing.ts'
import type { Objects } from './objects.ts'

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
