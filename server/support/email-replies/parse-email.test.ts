import { expect, test } from 'vitest'
import { parseEmail } from './parse-email.ts'

const SENDER = { address: 'no-reply@example.com', name: 'Latchkey' }
const HTML = 'Content-Type: text/html\r\n\r\n'

const parsed = async (source: string) => parseEmail(Buffer.from(source), SENDER)
const authorOf = async (header: string) => (await parsed(`From: ${header}\r\n\r\nHello`))?.from

test.each([
  'lerato@acme.example',
  'Lerato <lerato@acme.example>',
  '"Mokoena, Lerato" <lerato@acme.example>',
  "'lerato@acme.example' <lerato@acme.example>",
  '"lerato@acme.example" <lerato@acme.example>',
  'Lerato @ Acme <lerato@acme.example>',
  '=?UTF-8?Q?Lerato_=C3=A9?=\r\n <lerato@acme.example>',
  'Lerato <lerato@acme.example> (Acme)',
])('the author of %j is certain', async (header) => {
  expect(await authorOf(header)).toBe('lerato@acme.example')
})

test.each([
  'lerato@acme.example, a@evil.example',
  'a@evil.example <lerato@acme.example>',
  '"a@evil.example" <lerato@acme.example>',
  '(") a@evil.example (") <lerato@acme.example>',
  'lerato@acme-\u212a.example',
  'Lerato',
])('the author of %j is not', async (header) => {
  expect(await authorOf(header)).toBeUndefined()
})

test('cells of a table stay apart, and pictures in the markup do not hide what follows', async () => {
  const table = '<table><tr><td>Version</td><td>4.2</td></tr><tr><td>Windows</td><td>11</td></tr></table>'
  expect((await parsed(HTML + table))?.answer.split(/\s*\n/)).toEqual(['Version 4.2', 'Windows 11'])
  const picture = `<p>First</p><img src="data:image/png;base64,${'A'.repeat(12_000_000)}"><p>Second</p>`
  expect((await parsed(HTML + picture))?.answer).toMatch(/^First\s+Second$/)
  expect(await parsed(HTML + '<p>a</p>'.repeat(200_000))).toBeUndefined()
  expect(await parsed(HTML + '<div>'.repeat(10_000))).toBeUndefined()
})

test('a file beside a picture of a signature is a file, however small', async () => {
  const part = (headers: string, content: string) => `--b\r\n${headers}\r\n\r\n${content}\r\n`
  const source = [
    'Content-Type: multipart/related; boundary=b\r\n\r\n',
    part('Content-Type: text/html', '<p>See the log</p><img src="cid:logo">'),
    part('Content-Type: text/plain\r\nContent-ID: <1>\r\nContent-Disposition: attachment; filename=a.log', 'line'),
    part('Content-Type: image/png\r\nContent-ID: <logo>\r\nContent-Disposition: inline; filename=logo.png', 'x'),
    part('Content-Type: image/png\r\nContent-ID: <2>\r\nContent-Disposition: attachment; filename=b.png', 'x'),
    '--b--\r\n',
  ]
  const files = (await parsed(source.join('')))?.files ?? []
  expect(files.map(({ fileName }) => fileName)).toEqual(['a.log', 'b.png'])
})

test('a log that a phone puts into the text is a file', async () => {
  const source = [
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n',
    '--b\r\nContent-Type: text/plain\r\nContent-Disposition: inline\r\n\r\nSee the log.\r\n',
    '--b\r\nContent-Type: text/plain; name=a.log\r\nContent-Disposition: inline; filename=a.log\r\n\r\nline\r\n',
    '--b\r\nContent-Type: text/plain\r\n\r\nSent from my phone\r\n--b--\r\n',
  ]
  const email = await parsed(source.join(''))
  expect(email?.answer).toBe('See the log.\n\nSent from my phone')
  expect(email?.files.map(({ fileName }) => fileName)).toEqual(['a.log'])
})

test('two answers with empty ids are two answers', async () => {
  const ids = ['One', 'Two'].map(async (text) => (await parsed(`Message-ID: <>\r\n\r\n${text}`))?.messageId)
  expect(new Set(await Promise.all(ids)).size).toBe(2)
})
