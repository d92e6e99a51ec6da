import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { uploads } from '#contract/releases/uploads.ts'
import { objects } from '#server/database/schema/objects.ts'
import { app, db, platform, signIn, statusesOf, type Person } from '#server/testing/testing.ts'

const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const MB = 1_048_576
const FULL = 'Too many of your uploads are still unused. Save what they belong to, or try again tomorrow.'
const text = (megabytes: number) => Buffer.alloc(megabytes * MB, 'x')

async function requestUpload(person: Person) {
  const { body } = await person.call(uploads.request, { body: { fileName: 'trace.log', purpose: 'attachment' } })
  const { pathname, search } = new URL(body.uploadURL)
  return { url: `${origin}${pathname}${search}`, key: path.basename(pathname) }
}

async function put(url: string, body: Buffer) {
  const answer = await fetch(url, { method: 'PUT', body: new Uint8Array(body) })
  return { status: answer.status, message: ((await answer.json()) as { message: string }).message }
}

const send = async (person: Person, megabytes: number) => put((await requestUpload(person)).url, text(megabytes))

/** As if that much had been uploaded and not claimed. */
const fill = ({ user }: Person, megabytes: number, purpose: 'attachment' | 'application' = 'attachment') =>
  db
    .insert(objects)
    .values({ userId: user.id, purpose, key: `${purpose}-${randomUUID()}.txt`, size: megabytes * MB })
    .returning()
    .then(([row]) => row!)

const sizeOf = (key: string) =>
  db
    .select({ size: objects.size })
    .from(objects)
    .where(eq(objects.key, key))
    .then(([row]) => row?.size)

test('concurrent uploads share the remaining quota and never exceed it', async () => {
  const person = await signIn({ role: 'customer' })
  await fill(person, 240)
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(person, 3)))
  expect(statusesOf(answers)).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
  expect(answers.find(({ status }) => status === 429)?.message).toBe(FULL)
})

test('a claimed, deleted or refused file frees its quota, and a resent one counts once', async () => {
  const person = await signIn({ role: 'customer' })
  const row = await fill(person, 250)
  const { url, key } = await requestUpload(person)
  expect((await put(url, text(1))).status).toBe(429)

  const measures = { size: 250 * MB, sha256: 'a', sha512: null }
  await db.transaction((tx) => platform.objects.claim(tx, { id: row.id, measures }))
  expect((await put(url, text(1))).status).toBe(200)
  expect(await sizeOf(key)).toBe(MB)

  const left = await fill(person, 249)
  const picture = await person.call(uploads.request, { body: { fileName: 'a.png', purpose: 'attachment' } })
  const { pathname, search } = new URL(picture.body.uploadURL)
  await db.delete(objects).where(eq(objects.id, left.id))
  expect((await put(`${origin}${pathname}${search}`, text(9))).status).toBe(415)
  expect(await sizeOf(path.basename(pathname))).toBeNull()
})

test('an organization has its own quota, shared by its users', async () => {
  const person = await signIn({ role: 'customer' })
  const colleagues = await Promise.all(Array.from({ length: 4 }, () => person.colleague('customer')))
  for (const colleague of colleagues) await fill(colleague, 250)
  expect((await send(person, 1)).status).toBe(429)
  expect((await send(await signIn({ role: 'customer' }), 1)).status).toBe(200)
})

test('application files have a separate quota', async () => {
  const admin = await signIn({ role: 'admin' })
  await fill(admin, 6000, 'application')
  expect((await send(admin, 1)).status).toBe(200)
})

test('an upload keeps its quota, whatever size is declared later', async () => {
  const person = await signIn({ role: 'customer' })
  const { url, key } = await requestUpload(person)
  const sending = request(url, { method: 'PUT', headers: { 'content-length': 9 * MB } }).on('error', () => undefined)
  sending.write(text(1))
  await expect.poll(() => sizeOf(key)).toBe(9 * MB)
  const second = await fetch(url, { method: 'PUT', body: 'x', headers: { 'content-range': 'bytes 5-5/6' } })
  expect([second.status, await sizeOf(key)]).toEqual([409, 9 * MB])
  sending.destroy()
})
