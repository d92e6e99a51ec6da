import { expect, test } from 'vitest'
import { ANSWER_ABOVE } from '#server/support/tickets/emails/reply-address.ts'
import { answerIn } from './answer-text.ts'

const SENDER = { address: 'no-reply@example.com', name: 'Latchkey' }
const quote = (text: string) => text.replace(/^/gm, '> ')
const OURS = `${ANSWER_ABOVE}\n\nYour ticket was updated\n\nTKT-2026-000042: It stops\n\nAnna wrote:\n\nPlease try again.`

test.each([
  ['Gmail', `It stops.\n\nOn Mon, Nov 30, 2026 at 9:15 AM Latchkey <no-reply@example.com> wrote:\n\n${quote(OURS)}`],
  [
    'Gmail, broken in two lines',
    `It stops.\n\nOn Mon, Nov 30, 2026 at 9:15 AM Latchkey\n<no-reply@example.com> wrote:\n\n${quote(OURS)}`,
  ],
  ['Apple Mail', `It stops.\n\n> On 30 Nov 2026, at 09:15, Latchkey <no-reply@example.com> wrote:\n>\n${quote(OURS)}`],
  ['in German', `It stops.\n\nAm 30.11.2026 um 09:15 schrieb Latchkey:\n${quote(OURS)}`],
  ['in Japanese', `It stops.\n\n2026年11月30日(月) 9:15 Latchkey <no-reply@example.com>:\n\n${quote(OURS)}`],
  [
    'Outlook',
    `It stops.\n\n________________________________\nFrom: Latchkey <no-reply@example.com>\nSent: Monday, 30 November 2026 09:15\nTo: Lerato\nSubject: [TKT-2026-000042] It stops\n\n${OURS}`,
  ],
  [
    'Outlook in French, with a line for each sender',
    `It stops.\n\n-----Message d'origine-----\nDe : Latchkey\nEnvoyé : lundi 30 novembre 2026\nÀ : Lerato\nObjet : Re\n\n${OURS}`,
  ],
  ['a rule above a blank line', `It stops.\n\n-----Original Message-----\n\nFrom: Latchkey\nSent: Monday\n\n${OURS}`],
  [
    'a notice of the company',
    `It stops.\n\nFrom: Latchkey\nSent: Monday\nTo: a\nCc: b\nSubject: c\n\nCaution: from outside\n\n${OURS}`,
  ],
  [
    'a notice of Microsoft 365',
    `It stops.\n\nFrom: Latchkey <no-reply@example.com>\nSent: Monday\nTo: a\nSubject: c\n\nYou don't often get email from no-reply@example.com. Learn why\n\n${OURS}`,
  ],
  [
    'fields above the sender',
    `It stops.\n\n-------- Original Message --------\nSubject: c\nDate: Mon\nFrom: Latchkey <no-reply@example.com>\nTo: a\n\n${OURS}`,
  ],
  [
    'in Arabic',
    `It stops.\n\n\u200f\u0641\u064a 30/11/2026 9:15 \u202aLatchkey\u202c\u200f <\u202ano-reply@example.com\u202c\u200f>:\u200e\n\n${quote(OURS)}`,
  ],
  [
    'GMX',
    `It stops.\n\n\nSent: 30/11/2026 09:15\nFrom: "Latchkey" <no-reply@example.com>\nTo: a\nSubject: c\n\n${OURS}`,
  ],
  ['in Chinese', `It stops.\n\n发件人：Latchkey <no-reply@example.com>\n发送时间：2026\n主题：c\n\n${OURS}`],
  ['in Hindi', `It stops.\n\n\u092a\u094d\u0930\u0947: Latchkey <no-reply@example.com>\n\u0926\u093f: 2026\n\n${OURS}`],
  [
    'a name on the second line',
    `It stops.\n\nOn Mon, Nov 30, 2026 at 9:15\nLatchkey <no-reply@example.com> wrote:\n\n${quote(OURS)}`,
  ],
  ['below the quote', `On 30/11/2026 09:15, Latchkey wrote:\n${quote(OURS)}\n\nIt stops.\n`],
  ['without a quote', 'It stops.\n'],
  ['a bold line', `It stops.\n\nOn Mon Latchkey <no-reply@example.com> wrote:\n*${ANSWER_ABOVE}*\nYour ticket`],
])('%s', (_program, text) => {
  expect(answerIn(text, SENDER)).toBe('It stops.')
  expect(answerIn(text.replaceAll('\n', '\r\n'), SENDER)).toBe('It stops.')
})

const INTRODUCTION = `On Mon, Nov 30, 2026 at 9:15 AM Latchkey <no-reply@example.com> wrote:\n${quote(OURS)}`

test.each([
  'I started Latchkey 4.2:\n-----\nFrom: Piet <piet@acme.example>\n> an old error\n\nRegards\nLerato',
  'I started Latchkey 4.2:\nIt stops.',
  'Hello,\n\nError: Latchkey does not start\nWindows 11, version 24H2.',
  'Hello,\n\nI wrote to no-reply@example.com before.\nError 0x8007.',
  'Hello,\n\nVersion 4.2',
  'My prompt:\n\n> npm start\n> error',
  'Please mail no-reply@example.com or me.',
  'The key came from no-reply@example.com with the wrong name\nName: Piet\nKey: AB',
  'Latchkey: it stops\nWindows: 11',
  'Error: Latchkey does not start',
  'I use version 4',
])('what customers write about the product, rules and quotes of others stay: %j', (own) => {
  expect(answerIn(own, SENDER)).toBe(own)
  expect(answerIn(`${own}\n\n${INTRODUCTION}`, SENDER)).toBe(own)
  expect(answerIn(`${own}\n${INTRODUCTION}`, SENDER)).toBe(own)
  expect(answerIn(`${own}\n${ANSWER_ABOVE}`, SENDER)).toBe(own)
  expect(answerIn(`${own}\nLatchkey <no-reply@example.com> wrote:\n> ${ANSWER_ABOVE}`, SENDER)).toBe(own)
})

test('answers between the lines keep the lines that they answer', () => {
  const text = `Hello, see below.\n\nOn Mon Latchkey <no-reply@example.com> wrote:\n${quote(ANSWER_ABOVE)}\n>\n> Which version?\n\n4.2.1\n\n> Which Windows?\n\n11\n\n> Regards`
  expect(answerIn(text, SENDER)).toBe('Hello, see below.\n\n> Which version?\n\n4.2.1\n\n> Which Windows?\n\n11')
})

test('a time of the customer above the fields stays', () => {
  const own = 'It fails:\nTime: 09:15'
  expect(answerIn(`${own}\nFrom: Latchkey <no-reply@example.com>\nTo: a\n\n${OURS}`, SENDER)).toBe(own)
  expect(answerIn(`${own}\n\nFrom: Latchkey <no-reply@example.com>\nTo: a\n\n${OURS}`, SENDER)).toBe(own)
})

test('nothing but the quote is an empty answer', () => {
  expect(answerIn(`\nOn Mon Latchkey <no-reply@example.com> wrote:\n${quote(OURS)}`, SENDER)).toBe('')
})

test('a long text takes linear time', () => {
  const time = (length: number) => {
    const spaces = ' '.repeat(length)
    const text = [`${'> '.repeat(length)}`, '- '.repeat(length), `x${spaces}x`, `${'-'.repeat(length)}x`, `${spaces}x`]
    const begun = performance.now()
    answerIn([...text, `On Mon Latchkey <no-reply@example.com> wrote:`, `> ${ANSWER_ABOVE}`].join('\n'), SENDER)
    return performance.now() - begun
  }
  time(1000)
  expect(time(60_000)).toBeLessThan(500)
})
