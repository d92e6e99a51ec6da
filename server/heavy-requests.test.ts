import { request as send, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { invoices } from '#contract/billing/invoices.ts'
import { account } from '#contract/identity/account.ts'
import { search } from '#contract/operations/search.ts'
import { documents } from '#contract/support/documents.ts'
import { openSession } from './identity/session/sessions.ts'
import { expectNoStall } from './testing/platform/event-loop.ts'
import { app, db, signIn } from './testing/testing.ts'

await app.listen({ port: 0, host: 'localhost' })
const { port } = app.server.address() as AddressInfo
const admin = await signIn({ role: 'admin' })

type RawRequest = { method?: string; path: string; headers?: Record<string, string | string[]>; body?: Buffer | string }

/** Over a real connection. Undefined when it was cut. */
const ask = ({ method = 'POST', path, headers, body }: RawRequest) =>
  new Promise<{ status: number; body: string; headers: IncomingHttpHeaders } | undefined>((resolve) => {
    const request = send({ port, method, path, agent: false, headers: { cookie: admin.cookie ?? '', ...headers } })
    request
      .on('error', () => resolve(undefined))
      .on('response', async (response) => {
        const answer = await text(response).catch(() => '')
        resolve({ status: response.statusCode ?? 0, body: answer, headers: response.headers })
      })
    request.end(body)
  })

const json = (path: string, body: string, method = 'POST'): RawRequest => ({
  method,
  path,
  body,
  headers: { 'content-type': 'application/json' },
})

const many = (count: number, item: (index: number) => string) => Array.from({ length: count }, (_, n) => item(n)).join()

/** One of these statuses and a message. Undefined: the connection was cut. */
async function expectAnswer(sent: RawRequest, statuses: (number | undefined)[]) {
  const answer = await ask(sent)
  expect.soft([sent.path.slice(0, 40), answer?.status]).toEqual([expect.anything(), expect.toBeOneOf(statuses)])
  if (answer?.body) expect.soft(JSON.parse(answer.body)).toHaveProperty('message')
}

const LONG = 65_000
const MEGABYTE = 1_000_000
const nested = (open: string, close: string, length: number) => {
  const levels = Math.floor(length / (open.length + close.length))
  return `${open.repeat(levels)}1${close.repeat(levels)}`
}

const heavy = (length: number): Record<string, string> => ({
  'arrays in arrays': nested('[', ']', length),
  'arrays that never end': '['.repeat(length),
  'objects in objects': nested('{"a":', '}', length),
  'a nested constructor': nested('[', ']', length).replace('1', '{"constructor":1}'),
  'many fields': `{${many(length / 11, (n) => `"k${n}":1`)}}`,
  'many fields where some are expected': `{"notes":{${many(length / 12, (n) => `"k${n}":1`)}}}`,
  'many wrong elements': `{"tags":[${many(length / 2 - 10, () => '1')}]}`,
  'many different elements': `{"title":"x","content":"x","tags":[${many(length / 12, (n) => `"t${n}"`)}]}`,
  'many empty arrays': `[${many(length / 3, () => '[]')}]`,
  'a long number': `{"email":${'1'.repeat(length)}}`,
  'many long numbers': `[${many(length / 1000, () => '9'.repeat(990))}]`,
  'a long text of escapes': `{"email":"${'\\u0041'.repeat(length / 6)}"}`,
  'a long text of quotes': `{"email":"${'\\"'.repeat(length / 2)}"}`,
  'a text without an end': `{"email":"${'\\\\'.repeat(length / 2)}`,
  'a long address': `{"email":"${'a.'.repeat(length / 4)}@${'b.'.repeat(length / 4)}","password":"x"}`,
  'long texts': `{"title":"${'x '.repeat(length / 4)}","content":"${'\\n '.repeat(length / 8)}\\u0000"}`,
  'white space': ' '.repeat(length),
})

const paths = ['/api/login', '/api/register', '/api/device/validate', '/api/device/deactivate', '/api/docs']

const longBodies = heavy(MEGABYTE)

test.each(Object.entries(heavy(LONG)))(
  'a body of %s, short enough to be read, never stalls the event loop',
  (name, body) =>
    expectNoStall(async () => {
      for (const path of paths) await expectAnswer(json(path, body), [400])
      await expectAnswer(json('/api/docs', longBodies[name] ?? ''), [400])
    }),
)

test.each(Object.entries(longBodies))('a longer body of %s is refused before it is read', (_name, body) =>
  expectNoStall(() => expectAnswer(json('/api/login', body), [413, undefined])),
)

const form = (parts: string, end = '--b--\r\n'): RawRequest => ({
  method: 'POST',
  path: invoices.upload.url,
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
  body: parts + end,
})
const field = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

test.each([
  ['many fields', form(Array.from({ length: 100_000 }, (_, n) => field(`f${n}`, 'x')).join(''))],
  ['a long field', form(field('notes', 'x'.repeat(5_000_000)))],
  ['a long name', form(field('n'.repeat(5_000_000), 'x'))],
  ['what is almost the end of a field', form(field('notes', '\r\n--'.repeat(1_000_000)))],
  ['many headers', form(`--b\r\n${'x: y\r\n'.repeat(500_000)}\r\nx\r\n`)],
  ['a part without an end', form(field('notes', 'x'), '')],
])('a form with %s never stalls the event loop', (_what, sent) =>
  expectNoStall(() => expectAnswer(sent, [400, 413, undefined])),
)

const get = (path: string, headers: Record<string, string> = {}): RawRequest => ({ method: 'GET', path, headers })
const cookie = admin.cookie ?? ''
const manyHeaders = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`x-${n}`, '1']))
const heads: [what: string, sent: RawRequest, ...statuses: (number | undefined)[]][] = [
  ['many parameters', get(`/api/licenses?${'a&'.repeat(7000)}limit=x`), 400],
  ['many escaped parameters', get(`/api/licenses?${many(1200, () => 'k=%41').replaceAll(',', '&')}&limit=x`), 400],
  ['a long search', get(`/api/licenses?search=${'%F0%9F%8E%AF'.repeat(1200)}`), 400],
  ['a long cursor', get(`/api/licenses?cursor=${'a'.repeat(15_000)}`), 400],
  ['a long id', get(`/api/docs/${'a'.repeat(15_000)}`), 404],
  ['a deep address', get(`/api/${'a/'.repeat(7000)}`), 404],
  ['many cookies', get('/api/nothing', { cookie: `${'a=b; '.repeat(2900)}${cookie}` }), 404],
  ['a long cookie', get('/api/nothing', { cookie: `${cookie}; a="${'%41'.repeat(4800)}"` }), 404],
  ['many proxies', get('/api/nothing', { 'x-forwarded-for': '1.1.1.1,'.repeat(1800) }), 404],
  ['many tags', get('/api/nothing', { 'if-none-match': '"a",'.repeat(3500) }), 404],
  ['many encodings', get('/api/nothing', { 'accept-encoding': 'br;q=0.1,'.repeat(1500) }), 404],
  ['many headers', get('/api/nothing', manyHeaders), 404],
  ['a header that is too long', get('/api/nothing', { 'x-long': 'a'.repeat(1_000_000) }), 431, undefined],
  [
    'a long content type',
    { ...json('/api/login', '{}'), headers: { 'content-type': `application/json;${'a=b;'.repeat(3500)}` } },
    400,
    415,
  ],
]
test.each(heads)('a request with %s never stalls the event loop', (_what, sent, ...statuses) =>
  expectNoStall(() => expectAnswer(sent, statuses)),
)

test.each(['Mozilla/5.0 ', '(', 'a/1 ', 'Windows NT ', 'Android ;', 'Version/', '1.'])(
  'naming the device of a session never stalls the event loop, however often its browser says %j',
  async (words) => {
    const person = await signIn()
    const userAgent = words.repeat(15_000 / words.length)
    await openSession(db, { userId: person.user.id, hours: 1, ip: null, userAgent })
    await expectNoStall(async () => expect.soft((await person.call(account.sessions)).status).toBe(200))
  },
)

test.each(['[', '*', '_', '`', '<', '[a](', '![', '\\', '| ', '- ', '> ', '#', '~', '<http:', '1.', ' \n', '_a_ '])(
  'writing, finding and showing a document full of %j never stalls the event loop',
  async (sign) => {
    const word = `w${randomUUID().slice(0, 8)}`
    const body = { title: word, content: `${word} ${sign.repeat(190_000 / sign.length)}.`, published: true }
    await expectNoStall(async () => {
      const answers = [
        await admin.call(documents.create, { body }),
        await admin.call(documents.list, { query: { search: word } }),
        await admin.call(documents.suggest, { query: { question: word } }),
        await admin.call(search.everything, { query: { q: word } }),
      ]
      expect.soft(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200])
    })
  },
)
