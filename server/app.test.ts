import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { session } from '#contract/identity/session.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { documents } from '#contract/support/documents.ts'
import { buildApp } from './app.ts'
import { createObjects } from './platform/storage/objects.ts'
import { app, config, platform, signIn, statusesOf, stranger } from './testing/testing.ts'

const owner = await signIn({ licenseLimit: 100 })
const headers = { cookie: owner.cookie ?? '', 'content-type': 'application/json' }
const create = (payload: string | Buffer, more: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/licenses', headers: { ...headers, ...more }, payload })

test.each([
  ['cut off', '{"label":"x"', 400],
  ['empty', '', 400],
  ['a bare word', 'label', 400],
  ['an array', '[]', 400],
  ['null', 'null', 400],
  ['nested 17 deep', `${'{"a":'.repeat(16)}[]${'}'.repeat(16)}`, 400],
  ['nested 60,000 deep', '['.repeat(60_000), 400],
  ['of 2,001 values', `[${'1,'.repeat(2000)}1]`, 400],
  ['of 2,001 fields', `{${Array.from({ length: 2001 }, (_, n) => `"k${n}":1`).join()}}`, 400],
  ['not in UTF-8', Buffer.from('{"label":"Gr\xf6\xdfe"}', 'latin1'), 400],
  ['in an overlong form of UTF-8', Buffer.from('{"label":"\xc0\xaf"}', 'latin1'), 400],
  ['in UTF-16', Buffer.from('{"label":"x"}', 'utf16le'), 400],
  ['a prototype in disguise', '{"__proto__":{"label":"x"}}', 400],
  ['a constructor in disguise', '{"constructor":{"prototype":{"label":"x"}}}', 400],
  ['a number for a text', '{"label":7}', 400],
  ['NUL', '{"label":"a\\u0000b"}', 400],
  ['half a character', '{"label":"\\ud800"}', 400],
  ['half a character in UTF-8', Buffer.from('{"label":"\xed\xa0\x80"}', 'latin1'), 400],
  ['larger than 64 kB', JSON.stringify({ label: 'x'.repeat(65_536) }), 413],
])('a body that is %s is refused with a message [R-ERR-05]', async (_what, payload, status) => {
  const response = await create(payload)
  expect([response.statusCode, response.json()]).toEqual([
    status,
    { message: expect.stringMatching(/./), ...(response.json().errors && { errors: expect.any(Object) }) },
  ])
})

test('an address where nothing is, and a page before the web application is built, are said in a sentence', async () => {
  const messageOf = async (url: string) => {
    const { statusCode, body } = await app.inject({ url })
    return [statusCode, JSON.parse(body).message]
  }
  for (const url of ['/api/nothing', '/api/device/nothing', '/favicon.nothing', '/assets/nothing.js'])
    expect([url, ...(await messageOf(url))]).toEqual([url, 404, 'This address doesn’t exist.'])
  expect(await messageOf('/licenses')).toEqual([
    404,
    'The web application has not been built. Start the portal with npm start, which builds it.',
  ])
})

test('any text that can be written is kept as it is', async () => {
  const label = `<b>"Ünïcødé" & 'quotes'</b> 🎯 مرحبا \${x} %s ; drop table`
  const { body, status } = await owner.call(licenses.create, { body: { label } })
  expect([status, body.label]).toEqual([201, label])
})

test('the signs of JSON inside a text count for nothing', async () => {
  const label = 'text with "[[[[", \\ and ,,,'
  const text = `${'[{"\\",'.repeat(400)}"`
  const { status, body } = await owner.call(licenses.create, { body: { label, description: text.slice(0, 900) } })
  expect([status, body.label, body.description]).toEqual([201, label, text.slice(0, 900)])
})

test('only an endpoint that declares a longer body reads one', async () => {
  const staff = await signIn({ role: 'admin' })
  const document = { title: 'Long', content: '€'.repeat(200_000) }
  expect((await staff.call(documents.create, { body: document })).status).toBe(201)
  const tooLong = { ...document, content: 'x'.repeat(1_048_576) }
  expect((await staff.call(documents.create, { body: tooLong })).status).toBe(413)
})

test.each(['/api/login', '/api/device/validate'])(
  'an address that keeps sending bad bodies to %s waits a minute, others do not',
  async (url) => {
    const headersOf = { 'content-type': 'application/json' }
    const ask = (remoteAddress: string, payload: string) =>
      app.inject({ method: 'POST', url, headers: headersOf, payload, remoteAddress })
    const { ip } = stranger()
    for (let sent = 0; sent < 1000; sent++) expect((await ask(ip, '{')).statusCode).toBe(400)
    const refused = await ask(ip, '{}')
    expect([refused.statusCode, refused.json().message]).toEqual([429, expect.stringContaining('Too many')])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await app.inject({ url: '/health/live', remoteAddress: ip })).statusCode).toBe(200)
    expect((await ask(stranger().ip, '{}')).statusCode).toBe(400)
  },
)

test('an empty body is no body, whatever it calls itself', async () => {
  const logout = { method: 'POST', url: '/api/logout', headers: { 'content-type': 'application/json' } } as const
  expect((await app.inject(logout)).statusCode).toBe(200)
})

test('a compressed body is refused before it is unpacked, and so is any type but JSON', async () => {
  expect((await create('{}', { 'content-encoding': 'gzip' })).statusCode).toBe(415)
  const form = await create('label=x', { 'content-type': 'application/x-www-form-urlencoded' })
  const message = 'Send the body as JSON, with Content-Type: application/json.'
  expect([form.statusCode, form.json()]).toEqual([415, { message }])
})

test('unknown addresses and methods, and headers that pretend another method or person, give nothing', async () => {
  for (const [method, url] of [
    ['GET', '/api/nothing'],
    ['PUT', '/api/licenses'],
    ['OPTIONS', '/api/licenses'],
    ['DELETE', '/api/user'],
  ] as const) {
    const response = await app.inject({ method, url, headers: { cookie: owner.cookie ?? '' } })
    expect([url, response.statusCode, response.json()]).toEqual([url, 404, { message: expect.stringMatching(/./) }])
    expect(response.headers['access-control-allow-origin']).toBeUndefined()
  }
  const pretended = {
    ...headers,
    'x-http-method-override': 'DELETE',
    'x-user-id': owner.user.id,
    'x-forwarded-user': 'admin',
  }
  const response = await app.inject({ method: 'GET', url: '/api/admin/users', headers: pretended })
  expect(response.statusCode).toBe(403)
})

test('every answer of the API is JSON, for its caller alone [R-API-04]', async () => {
  for (const url of ['/api/user', '/%61pi/user', '/api/config', '/api/nothing', '/%75pdates/x']) {
    const response = await app.inject({ url })
    expect(response.headers, url).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    expect(response.headers).not.toHaveProperty('x-powered-by')
    expect(response.headers).not.toHaveProperty('strict-transport-security')
  }
})

test('asks the browser to stay on https', async () => {
  const secure = await buildApp({ ...platform, config: { ...config, publicUrl: 'https://portal.example.com' } })
  const { headers: told } = await secure.inject({ url: '/api/config' })
  expect(told['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  await secure.close()
})

test('the reference is for signed-in staff', async () => {
  const [agent, customer] = [await signIn({ role: 'agent' }), await signIn({ role: 'customer' })]
  for (const url of ['/reference', '/reference/openapi.json']) {
    expect((await app.inject({ url })).statusCode).toBe(401)
    expect((await app.inject({ url, headers: { cookie: customer.cookie ?? '' } })).statusCode).toBe(403)
    expect((await app.inject({ url, headers: { cookie: agent.cookie ?? '' } })).statusCode).toBe(200)
  }
  const { body, headers: sent } = await app.inject({ url: '/reference', headers: { cookie: agent.cookie ?? '' } })
  expect(sent['content-type']).toBe('text/html; charset=utf-8')
  expect(body).toContain('<code>POST /api/licenses</code>')
  expect(body).not.toMatch(/<script|<style|style=/)
})

test('anyone can read the server’s health, and nothing else', async () => {
  expect((await app.inject({ url: '/health/live' })).json()).toEqual({ status: 'live' })
  expect((await app.inject({ url: '/health/ready' })).json()).toEqual({ status: 'ready' })
})

test('a process whose files cannot be written, or that is about to stop, is not ready but alive', async () => {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'latchkey-ready-'))
  await writeFile(path.join(dataDirectory, 'objects'), 'not a folder')
  const secret = await platform.secrets.open('upload-links')
  const objects = createObjects({ ...platform, config: { ...config, dataDirectory }, secret })
  const readOnly = await buildApp({ ...platform, objects })
  const stopping = await buildApp(platform, { draining: { hasBegun: true } })
  for (const [one, message] of [
    [readOnly, 'Files cannot be stored: DATA_DIR is not writable'],
    [stopping, 'Stopping'],
  ] as const) {
    const ready = await one.inject({ url: '/health/ready' })
    expect([ready.statusCode, ready.json()]).toEqual([503, { message }])
    expect((await one.inject({ url: '/health/live' })).json()).toEqual({ status: 'live' })
    await one.close()
  }
  await rm(dataDirectory, { recursive: true })
})

test('a key makes repeating a POST safe: same body, same answer, done once', async () => {
  const person = await signIn({ licenseLimit: 100 })
  const send = (label: string, key: string) =>
    person.call(licenses.create, { body: { label }, headers: { 'idempotency-key': key } })
  const first = await send('Once', 'a')
  const again = await send('Once', 'a')
  expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([201, first.body, 'true'])
  expect((await send('Other', 'a')).status).toBe(422)
  expect((await send('', 'b')).status).toBe(400)
  expect((await send('Other', 'x'.repeat(201))).status).toBe(400)
  const raced = await Promise.all(Array.from({ length: 8 }, () => send('Raced', 'c')))
  expect(statusesOf(raced).every((status) => status === 201 || status === 409)).toBe(true)
  const { body } = await person.call(licenses.list)
  expect(body.map(({ label }) => label).toSorted()).toEqual(['Once', 'Raced'])
})

test('a flood of sign-ins is turned away with 503 rather than queued without end', async () => {
  const bodies = Array.from({ length: 60 }, (_, place) => ({
    email: `stranger-${place}@example.com`,
    password: 'wrong',
  }))
  const answers = await Promise.all(bodies.map((body) => stranger().call(session.login, { body })))
  expect(new Set(statusesOf(answers))).toEqual(new Set([401, 503]))
  const refused = answers.find(({ status }) => status === 503)
  expect([refused?.headers['retry-after'], refused?.message]).toEqual(['2', expect.stringContaining('try again')])
})
