import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { NAME_WITH_LINK, organizationName, personName, Username, USERNAME_SHAPE, usernameProblem } from './names.ts'
import { copiedLine, knownLine, line } from './text.ts'

const problem = (schema: z.ZodMiniType, value: string) => z.safeParse(schema, value).error?.issues[0]?.message
const HAS_INVISIBLE = 'Contains invisible characters. Type it instead of pasting it.'

describe('a line', () => {
  const label = line({ max: 100 })

  test.each([
    ['a zero-width space', 'Pay\u200bPal'],
    ['a word joiner', 'Pay\u2060Pal'],
    ['a byte order mark', 'Pay\ufeffPal'],
    ['a soft hyphen', 'Pay\u00adPal'],
    ['a joiner between Latin letters', 'Pay\u200dPal'],
    ['a non-joiner between Latin letters', 'Pay\u200cPal'],
    ['a joiner at its end', 'می\u200c'],
    ['an override of the direction', 'report\u202egpj.exe'],
    ['an isolate', '\u2066Acme'],
    ['a mark of the direction', 'Acme\u200f'],
    ['an Arabic letter mark', 'Acme\u061c'],
    ['a Hangul filler', '\u3164'],
    ['Braille without dots', '\u2800\u2800\u2800'],
    ['a variation of a letter', 'Acme\ufe0f'],
    ['a tag', 'Acme\u{e0041}'],
    ['an annotation', 'Acme\ufff9'],
  ])('with %s is refused', (_what, text) => {
    expect(problem(label, text)).toBe(HAS_INVISIBLE)
  })

  test.each(['two\u2028lines', 'two\u2029lines', 'two\nlines'])('of two lines is refused: %j', (text) => {
    expect(problem(label, text)).toBe('Contains characters that cannot be used')
  })

  test.each([
    ['Persian, whose words have non-joiners', 'می‌خواهم'],
    ['Sinhala, whose letters have joiners', 'ශ්‍රී ලංකා'],
    ['Arabic', 'مؤسسة النور'],
    ['Hebrew', 'דוד בן־גוריון'],
    ['Braille', '⠁⠉⠍⠑⠀⠇⠞⠙'],
    ['combining accents', 'Jose\u0301'],
    ['a family', 'Team 👨‍👩‍👧'],
    ['a sign that is shaped', '⚠️ Error ❤️‍🔥'],
    ['a key', '1️⃣'],
    ['a skin tone', '👩🏽‍💻'],
  ])('in %s is taken as it is', (_what, text) => {
    expect(z.parse(label, text)).toBe(text)
  })

  test('that a program brings along loses what cannot be seen, and one of earlier days keeps it', () => {
    expect(z.parse(copiedLine({ max: 100 }), '\u200eDESKTOP\u202e-1\u200b ')).toBe('DESKTOP-1')
    expect(problem(copiedLine({ max: 100, message: 'Name it' }), '\u200b')).toBe('Name it')
    expect(z.parse(knownLine({ max: 100 }), 'Pay\u200bPal')).toBe('Pay\u200bPal')
  })
})

const person = personName('Required')
const organization = organizationName({ max: 120, message: 'Required' })

test.each([
  "O'Brien",
  'José',
  'Jean-Luc',
  'D’Angelo',
  'Martin Luther King, Jr.',
  'J.R.R.',
  'van der Merwe',
  '李小龙',
  'X Æ A-12',
])('a person can be called %s', (name) => {
  expect(z.parse(person, name)).toBe(name)
})

test.each([
  'Acme.io Ltd',
  'Booking.com',
  "St. John's",
  'AT&T',
  'Novo Nordisk A/S',
  'Yahoo!',
  'Müller & Söhne GmbH',
  'Studio @ Home',
])('an organization can be called %s', (name) => {
  expect(z.parse(organization, name)).toBe(name)
})

const links = [
  'You won http://evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'see www.evil.example',
  'me@evil.example',
  'evil.example/win',
  'ｗｗｗ．evil．example',
  'me＠evil',
  'evil。example/win',
  'https：／／evil',
]
test.each(links)('neither can be called %j', (name) => {
  expect([problem(person, name), problem(organization, name)]).toEqual([NAME_WITH_LINK, NAME_WITH_LINK])
})

test.each([
  'You won evil.example',
  'evil.co',
  'evil．co',
  'evil。co',
  'evil｡co',
  'ｅｖｉｌ.ｃｏ',
  '@thandi',
  'a/b',
  'a／b',
])('a person cannot be called %j', (name) => {
  expect(problem(person, name)).toBe(NAME_WITH_LINK)
})

test.each(['bob', 'Bob', 'bob.smith', 'bob_smith-2', '_bob', '007'])('%s is a username', (name) => {
  expect(z.parse(Username, ` ${name} `)).toBe(name)
})

test.each([
  ['ab', 'Username must be at least 3 characters'],
  ['', 'Username must be at least 3 characters'],
  ['bob@example.com', USERNAME_SHAPE],
  ['аdmin', USERNAME_SHAPE],
  ['ａdmin', USERNAME_SHAPE],
  ['ﬁona', USERNAME_SHAPE],
  ['bob smith', USERNAME_SHAPE],
  ['.bob', USERNAME_SHAPE],
  ['bob\u200b', HAS_INVISIBLE],
])('%j is none', (name, message) => {
  expect(problem(Username, name)).toBe(message)
})

test('an account keeps the username it has, whatever it is', () => {
  expect([usernameProblem('josé', 'josé'), usernameProblem('josé', 'other')]).toEqual([undefined, USERNAME_SHAPE])
})
