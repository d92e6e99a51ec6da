import { expect, test } from 'vitest'
import { hasMarkdown, linksIn } from './message-text.tsx'

const urlsIn = (text: string) => linksIn(text).flatMap(({ url }) => url ?? [])
const wordsOf = (text: string) =>
  linksIn(text)
    .map((part) => part.text)
    .join('')

test('an address in a sentence becomes a link, the point after it does not', () => {
  expect(linksIn('See https://example.com/help?a=1#b. Then restart.')).toEqual([
    { text: 'See ' },
    { text: 'https://example.com/help?a=1#b', url: 'https://example.com/help?a=1#b' },
    { text: '. Then restart.' },
  ])
})

test('brackets around an address are not part of it, those inside are', () => {
  expect(urlsIn('(https://example.com)')).toEqual(['https://example.com'])
  expect(urlsIn('(see https://example.com/License_(law)).')).toEqual(['https://example.com/License_(law)'])
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'JAVASCRIPT://%0aalert(1)', 'vbscript:x', 'file:///etc/passwd'])(
  '%s is no link',
  (text) => {
    expect(urlsIn(text)).toEqual([])
  },
)

test('markup ends an address and is text', () => {
  expect(urlsIn('<a href="https://example.com/"onclick=alert(1)>')).toEqual(['https://example.com/'])
})

test.each([
  '',
  'no link at all',
  'https://',
  'http://a.b http://c.d\nhttp://e.f',
  'https://exa mple',
  'x'.repeat(10_000),
])('no character of a text is lost: %j', (text) => {
  expect(wordsOf(text)).toBe(text)
})

test.each([
  ['**bold**', true],
  ['a list:\n- one\n- two', true],
  ['1. Restart', true],
  ['# Title', true],
  ['`code`', true],
  ['see [the guide](https://example.com)', true],
  ['> quoted', true],
  ['```\nlog\n```', true],
  ['*emphasis*', true],
  ['Plain words.\nSecond line.', false],
  ['2 * 3 * 4 = 24', false],
  ['C:\\Program Files\\my_app_name\\x_y.log', false],
  ['https://example.com/a_b_c?d=*', false],
  ['-5 °C and #12', false],
  ['<b>markup</b>', false],
])('%j has Markdown: %s', (text, expected) => {
  expect(hasMarkdown(text)).toBe(expected)
})

test('looks through a long text quickly', () => {
  const started = performance.now()
  for (const sign of ['*', '_', '`', '[', '**a', '|', '> ', '[a](']) hasMarkdown(sign.repeat(10_000 / sign.length))
  expect(performance.now() - started).toBeLessThan(1000)
})
