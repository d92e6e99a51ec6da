import { expect, test } from 'vitest'
import { NotificationKind } from '#contract/identity/account.ts'
import { MAIL_KINDS, mailKinds } from '#contract/operations/emails/mail-kinds.ts'
import { audiences, notificationNames } from '#contract/operations/emails/mails.ts'
import { createWorld } from '#server/domain/example-data.ts'
import { newToken } from '#server/platform/hashing.ts'
import { hasSecretLink } from '#server/platform/http/secret-links.ts'
import { isAwaited } from '#server/platform/mail/link-hours.ts'
import { config } from '#server/testing/testing.ts'
import { everyExample } from './templates.ts'

const HOSTILE = `<img src=x onerror="alert('1')"> & "Sons" \u2028${'W'.repeat(80)} evil.example evil。example evil．example`

const world = createWorld({ ...config, publicUrl: 'https://portal.example' })
const reader = { ...world.reader, firstName: `Lerato${HOSTILE}` }
const kinds = everyExample({ ...world, reader, words: () => HOSTILE })
const hostile = MAIL_KINDS.flatMap((kind) =>
  Object.entries(kinds[kind]).map(([label, email]) => [`${kind}: ${label}`, email] as const),
)

/** The text a reader sees. */
const readable = (html: string) =>
  html
    .slice(html.indexOf('<body'))
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_entity, code: string) => String.fromCharCode(Number(code)))

/** Without the layout of the plain text. */
const wordsOf = (text: string) =>
  text
    .split(/\s+/)
    .map((word) => word.replace(/:$/, ''))
    .filter((word) => word !== '' && word !== '-')
    .toSorted()

test.each(hostile)('what people typed is text in the email %s', (_name, { html }) => {
  expect(html).not.toContain('<img')
  expect(html).not.toContain('"Sons"')
  expect([...html.matchAll(/<(\w+)/g)].map(([, element]) => element)).not.toContain('script')
})

/** These quote a message to the reader. */
const quoting = new Set(['ticket-news', 'ticket-mention', 'license-request-declined', 'registration-declined'])
const withoutQuotes = hostile.filter(([, { kind }]) => !quoting.has(kind))

test.each(withoutQuotes)('no word that people typed becomes a link in the email %s', (_name, { html, text }) => {
  for (const said of [readable(html), text]) expect(said).not.toMatch(/evil[.。．]\p{L}/u)
})

test.each(hostile)('the email %s says the same as text and as a page', (_name, { html, text }) => {
  expect(wordsOf(readable(html))).toEqual(wordsOf(text))
})

test.each(hostile)('the email %s needs no style sheet, no picture and nothing from elsewhere', (_name, { html }) => {
  expect(html).not.toMatch(/<(style|link|img|script)\b|\bclass=|url\(/)
  const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address)
  for (const address of addresses) expect(address).toMatch(/^https:\/\/portal\.example(\/|$)/)
})

test.each(hostile)('the subject of the email %s is short and contains no user input', (_name, email) => {
  if (email.kind === 'ticket-news') return expect(email.subject).toContain('Sons')
  expect(email.subject).not.toContain('Sons')
  expect(email.subject.length).toBeLessThan(78)
})

test.each(hostile)('the email %s ends with why it came, and with the switch that stops it', (_name, email) => {
  const { audience, stoppedBy } = mailKinds[email.kind]
  const [last] = email.text.split('\n\n').toReversed()
  if (last?.includes(audiences.office.why)) return expect(last).not.toContain('/account')
  const stop = stoppedBy ? [`Switch off “${notificationNames[stoppedBy]}”: https://portal.example/account`] : []
  expect(last?.split('\n')).toEqual([config.productName, audiences[audience].why, ...stop])
})

const plain = everyExample(world)
const examples = MAIL_KINDS.flatMap((kind) =>
  Object.entries(plain[kind]).map(([label, email]) => [`${kind}: ${label}`, email] as const),
)

test.each(examples)(
  'every paragraph of the email %s begins like a sentence, a list, a link or a quote',
  (_name, { text }) => {
    for (const paragraph of text.split('\n\n')) expect(paragraph).toMatch(/^(\p{Lu}|\d|- |> |https:|@)/u)
  },
)

/** These ask nothing of a reader who did not expect them. */
const harmless = new Set(['registration-for-sales', 'account-activated', 'account-reactivated', 'webhook-failed'])
const aboutAccounts = examples.filter(([, { kind }]) => mailKinds[kind].group === 'Account' && !harmless.has(kind))

test.each(aboutAccounts)('the email %s says what to do if the reader did not expect it', (_name, { text }) => {
  expect(text).toMatch(/If (this was you|this wasn’t you|you didn’t|you did not|you have questions)/)
})

test('emails that say different things have different subjects', () => {
  const kindsOf = Map.groupBy(examples, ([, { subject }]) => subject)
  const shared = [...kindsOf.values()].map((those) => new Set(those.map(([, { kind }]) => kind)))
  expect(shared.filter((those) => those.size > 1).map((those) => [...those])).toEqual([
    ['address-in-use', 'invitation-not-possible'],
  ])
})

test('every kind has its own examples', () => {
  for (const kind of MAIL_KINDS) {
    const emails = Object.values(kinds[kind])
    expect([kind, emails.length]).toEqual([kind, expect.toSatisfy((count: number) => count > 0)])
    for (const email of emails) expect(email.kind).toBe(kind)
  }
})

test('it is known how long each secret link works, so that its email comes first and never too late', () => {
  const emails = everyExample({ ...world, token: newToken() })
  const withLink = MAIL_KINDS.filter((kind) => Object.values(emails[kind]).some(({ text }) => hasSecretLink(text)))
  expect(withLink).toEqual(MAIL_KINDS.filter(isAwaited))
})

test('each switch stops emails', () => {
  const stopped = MAIL_KINDS.map((kind) => mailKinds[kind].stoppedBy)
  expect(stopped).toEqual(expect.arrayContaining(NotificationKind.options))
})
