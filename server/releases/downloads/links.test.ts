import { rm } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { downloads } from '#contract/releases/downloads.ts'
import { objects } from '#server/database/schema/objects.ts'
import { versions } from '#server/database/schema/releases.ts'
import { downloadPath, uploadPath } from '#server/platform/storage/signed-link.ts'
import { PROGRAM, publish } from '#server/testing/releases/downloads.ts'
import { app, db, signIn, platform } from '#server/testing/testing.ts'

const customer = await signIn({ role: 'customer' })
const secret = await platform.secrets.open('upload-links')
const now = () => Math.floor(Date.now() / 1000)

afterEach(() => db.delete(versions))

/** As a browser without a session. */
const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers })

async function linkTo(version: { id: string }) {
  const { body } = await customer.call(downloads.file, { params: version })
  return body.downloadUrl
}

test('the file comes as an attachment by its name, is never run in the page, and names its hash', async () => {
  const version = await publish({ fileName: 'Setup für 50% & mehr.exe' })
  const { headers, rawPayload, statusCode } = await ask(await linkTo(version))
  expect(statusCode).toBe(200)
  expect(rawPayload.equals(PROGRAM)).toBe(true)
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': String(PROGRAM.length),
    'content-disposition': expect.stringContaining("filename*=UTF-8''Setup%20f%C3%BCr%2050%25%20%26%20mehr.exe"),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
  })
})

test('a cut download resumes where it was cut, unless the file is another one', async () => {
  const url = await linkTo(await publish())
  const etag = String((await ask(url)).headers.etag)
  const rest = await ask(url, { range: 'bytes=1234-', 'if-range': etag })
  expect(rest.statusCode).toBe(206)
  expect(rest.headers['content-range']).toBe(`bytes 1234-${PROGRAM.length - 1}/${PROGRAM.length}`)
  expect(rest.rawPayload.equals(PROGRAM.subarray(1234))).toBe(true)
  const other = await ask(url, { range: 'bytes=1234-', 'if-range': '"another"' })
  expect([other.statusCode, other.rawPayload.length]).toEqual([200, PROGRAM.length])
  const behind = await ask(url, { range: `bytes=${PROGRAM.length}-` })
  expect([behind.statusCode, behind.headers['content-range']]).toEqual([416, `bytes */${PROGRAM.length}`])
  expect((await ask(url, { 'if-none-match': etag })).statusCode).toBe(304)
})

test('HEAD returns the headers and reads nothing', async () => {
  const version = await publish()
  const url = await linkTo(version)
  const whole = await ask(url, {}, 'HEAD')
  expect([whole.statusCode, whole.body]).toEqual([200, ''])
  expect(whole.headers).toMatchObject({ 'content-length': String(PROGRAM.length), etag: expect.any(String) })
  const part = await ask(url, { range: 'bytes=0-9' }, 'HEAD')
  expect([part.statusCode, part.headers['content-length']]).toEqual([206, '10'])
})

test('a link gives its one file under its one name until its time is over', async () => {
  const [url, other] = [await linkTo(await publish()), await publish()]
  const version = await publish()
  const refused = { message: 'This download link is not valid or has expired.' }
  const tampered = [
    url.replace(/application-[\w-]{36}/, other.key.replace('.exe', '')),
    url.replace(/expires=\d/, 'expires=9'),
    url.replace(/name=[^&]+/, 'name=invoice.exe'),
    url.replace(/signature=.{5}/, 'signature=AAAAA'),
    url.replace(/signature=.*/, 'signature='),
  ]
  for (const wrong of tampered) {
    const answer = await ask(wrong)
    expect([wrong, answer.statusCode, answer.json()]).toEqual([wrong, 403, refused])
  }
  for (const incomplete of [url.split('?')[0], `${url}&expires=1`, url.replace('application-', '..%2Fapplication-')])
    expect([incomplete, (await ask(incomplete ?? '')).statusCode]).toEqual([incomplete, 400])

  const { key } = version
  const until = async (expires: number) => (await ask(downloadPath(secret, { key, name: 'x.exe', expires }))).statusCode
  expect(await until(now() - 1)).toBe(403)
  expect(await until(now() + 60)).toBe(200)
  const expires = Number(new URLSearchParams(url.split('?')[1]).get('expires'))
  expect(expires - now()).toBeGreaterThan(290)
  expect(expires - now()).toBeLessThanOrEqual(302)
})

test('an upload link downloads nothing, and nothing is there for a file that no record owns', async () => {
  const { key } = await publish()
  const upload = uploadPath(secret, { key, expires: now() + 60, max: 10 }).replace('/put/', '/get/')
  expect((await ask(upload)).statusCode).toBe(400)
  expect((await ask(`${upload}&name=x.exe`)).statusCode).toBe(403)
  const url = downloadPath(secret, { key, name: 'x.exe', expires: now() + 60 })
  expect((await ask(url)).statusCode).toBe(200)
  await db.update(objects).set({ claimedAt: null }).where(eq(objects.key, key))
  expect((await ask(url)).statusCode).toBe(403)
})

test('a withdrawn version is gone immediately, even with a fresh link', async () => {
  const version = await publish()
  const url = await linkTo(version)
  expect((await ask(url)).statusCode).toBe(200)
  await db.update(versions).set({ isActive: false }).where(eq(versions.id, version.id))
  for (const method of ['GET', 'HEAD'] as const) expect((await ask(url, {}, method)).statusCode).toBe(404)
})

test('a lost file is an error, not an empty download', async () => {
  const version = await publish()
  const url = await linkTo(version)
  const place = `${platform.config.dataDirectory}/objects/${version.key}`
  await rm(place)
  const answer = await ask(url)
  expect(answer.json()).toEqual({ message: 'File not found' })
  expect([answer.statusCode, answer.headers['content-disposition'], answer.headers.etag]).toEqual([
    404,
    undefined,
    undefined,
  ])
})
