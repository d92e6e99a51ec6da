import { expect, test } from 'vitest'
import { config } from '#server/testing/testing.ts'
import { everyLetter } from './letters-testing.ts'

const HOSTILE = `<img src=x onerror="alert('1')"> & "Sons" \u2028${'W'.repeat(80)}`

const vendor = { ...config.vendor, bankDetails: 'Example Bank\nAccount 1234567890\nBranch 250655' }
const sender = { ...config, vendor, publicUrl: 'https://portal.example' }
const reader = { id: crypto.randomUUID(), email: 'reader@example.com', firstName: `Lerato${HOSTILE}` }
const typed = (words: string) => ({ organization: words, person: words, text: words, planName: words })

const hostile = Object.entries(everyLetter({ to: { config: sender, to: reader }, ...typed(HOSTILE) }))

/** What is left of markup for somebody who reads it. */
const readable = (html: string) =>
  html
    .slice(html.indexOf('<body'))
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_entity, code: string) => String.fromCharCode(Number(code)))

/** Marks of the plain layout are no words. */
const wordsOf = (text: string) =>
  text
    .split(/\s+/)
    .map((word) => word.replace(/:$/, ''))
    .filter((word) => word !== '' && word !== '-')
    .toSorted()

test.each(hostile)('what people typed is text in the letter %s', (_name, { html }) => {
  expect(html).not.toContain('<img')
  expect(html).not.toContain('"Sons"')
  expect([...html.matchAll(/<(\w+)/g)].map(([, element]) => element)).not.toContain('script')
})

test.each(hostile)('the letter %s says the same as text and as a page', (_name, { html, text }) => {
  expect(wordsOf(readable(html))).toEqual(wordsOf(text))
})

test.each(hostile)('the subject of the letter %s holds no words of anybody', (_name, { subject }) => {
  expect(subject).not.toContain('Sons')
  expect(subject.length).toBeLessThan(78)
})

test('each kind of money letter leads to its invoice, and others to the page that is about them', () => {
  for (const [name, { kind, text }] of hostile) {
    if (!/^(invoice|payment)-/.test(kind)) continue
    expect(text, name).toContain('https://portal.example/billing?invoice=00000000-0000-4000-8000-000000000001')
  }
})

test('what is to be paid stands with where to pay and by which reference', () => {
  const { issued, 'received-in-full': receipt } = everyLetter({ to: { config: sender, to: reader }, ...typed('Plan') })
  const how = 'Pay by EFT to:\n  Example Bank\n  Account 1234567890\n  Branch 250655\nYour reference: INV-2027-00042'
  expect(issued?.text).toContain(how)
  expect(issued?.text).toContain('Amount: R14499.00\nTo pay: R14499.00\nDue on: Jul 01, 2027')
  expect(issued?.text).toContain('- 25 × Plan, Jul 01, 2027 to Jul 31, 2027: R12499.00\n')
  expect(issued?.text).toContain('- -2 seats from Jul 01, 2027: -R499.00\n')
  expect(receipt?.text).not.toContain('Example Bank')
})

test('a vendor without bank details is asked where to pay', () => {
  const silent = { ...sender, vendor: { ...vendor, bankDetails: undefined } }
  const { issued } = everyLetter({ to: { config: silent, to: reader }, ...typed('Plan') })
  expect(issued?.text).toContain('Your reference: INV-2027-00042')
  expect(issued?.text).toContain(`If you do not know where to pay, write to ${config.salesEmail}.`)
})

test('an office without a name is greeted, too', () => {
  const office = { ...reader, firstName: null }
  const { issued } = everyLetter({ to: { config: sender, to: office }, ...typed('Plan') })
  expect(issued?.text).toMatch(/^Hello\n\nInvoice INV-2027-00042 for R14499.00 is due on Jul 01, 2027\./)
})
