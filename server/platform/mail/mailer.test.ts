import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { Email as Received } from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { emails } from '#server/database/schema/emails.ts'
import type { JobRule } from '#server/platform/jobs/job-rule.ts'
import { createJobs, migrateJobs } from '#server/platform/jobs/jobs.ts'
import { createSeal } from '#server/platform/secrets/sealing.ts'
import { jobTable } from '#server/start/job-table.ts'
import { openPostOffice } from '#server/testing/platform/post-office.ts'
import { config, db, pool, testDatabaseUrl } from '#server/testing/testing.ts'
import { renderEmail } from './email.ts'
import type { Email } from './email.ts'
import { PATIENCE } from './hand-over.ts'
import { SEND_MAIL, createMailer } from './mailer.ts'

const seal = createSeal()

const SOON = { description: 'Sends', retries: 20, retryDelay: 1, longestDelay: 1 }
await migrateJobs({ [SEND_MAIL]: SOON })(testDatabaseUrl)

const noFile = async () => undefined

/** A process with a mailer and a worker. */
async function openMailer(
  port: number | undefined,
  { demo = true, options = '', patience = PATIENCE, rule = SOON as JobRule } = {},
) {
  const jobs = createJobs({ url: testDatabaseUrl, jobs: { [SEND_MAIL]: rule }, onError: () => {} })
  const smtpUrl = port === undefined ? undefined : `smtp://127.0.0.1:${port}${options}`
  const mailer = createMailer({
    config: { ...config, demo, productName: 'Lätchkey, "Inc."', mail: { from: 'no-reply@vendor.example', smtpUrl } },
    jobs,
    seal,
    patience,
  })
  await jobs.work({ [SEND_MAIL]: ({ emailId }) => mailer.send(db, String(emailId), noFile) })
  onTestFinished(() => jobs.stop())
  return mailer
}

let count = 0
const welcome = (facts: Partial<Email> = {}): Email => ({
  kind: 'account-activated',
  to: `reader-${++count}@example.com`,
  subject: 'Schön, dass Sie da sind – ✓',
  ...renderEmail({
    productName: 'Latchkey',
    title: 'Hello',
    paragraphs: ['Größe <b>fett</b> & mehr'],
    action: { label: 'Open', url: 'https://portal.test/?a=1&b=2' },
  }),
  ...facts,
})

const rowOf = (to: string) =>
  db
    .select()
    .from(emails)
    .where(eq(emails.to, to))
    .then(([row]) => row)
const outcome = async (to: string) => {
  const row = await rowOf(to)
  return row && { attempts: row.attempts, isSent: row.sentAt !== null, lastError: row.lastError }
}

test('a queued email arrives once, as it was written', async () => {
  const { received, port } = await openPostOffice()
  const mailer = await openMailer(port)
  const sent = welcome()
  await db.transaction((tx) => mailer.queue(tx, sent))
  await expect.poll(() => received.length, { timeout: 5000 }).toBe(1)
  const row = await rowOf(sent.to)
  expect(received[0]).toMatchObject({
    from: { name: 'Lätchkey, "Inc."', address: 'no-reply@vendor.example' },
    to: [{ address: sent.to }],
    subject: sent.subject,
    messageId: `<${row?.id}@localhost>`,
  })
  expect(received[0]?.text?.trim()).toBe(sent.text)
  expect(received[0]?.html?.trim()).toBe(sent.html)
  await expect.poll(() => outcome(sent.to)).toEqual({ attempts: 1, isSent: true, lastError: null })

  await mailer.send(db, row?.id ?? '', noFile)
  expect(received).toHaveLength(1)
})

test('a change that is rolled back sends nothing and leaves nothing', async () => {
  const mailer = await openMailer(undefined)
  const unsent = welcome()
  const change = db.transaction(async (tx) => {
    await mailer.queue(tx, unsent)
    throw new Error('changed my mind')
  })
  await expect(change).rejects.toThrow('changed my mind')
  expect(await rowOf(unsent.to)).toBeUndefined()
  const { rows } = await pool.query(
    `select 1 from pgboss.job j where not exists (select from emails e where e.id::text = j.data->>'emailId')`,
  )
  expect(rows).toEqual([])
})

test('a mail server that says 450 gets the email again, and one email arrives', async () => {
  const { received, port } = await openPostOffice({ refuse: [450, 450] })
  const mailer = await openMailer(port)
  const sent = welcome()
  await mailer.queue(db, sent)
  await expect
    .poll(() => outcome(sent.to), { timeout: 15_000 })
    .toMatchObject({ isSent: false, lastError: expect.stringMatching(/^[^\r\n]*Try again later/) })
  await expect.poll(() => outcome(sent.to), { timeout: 15_000 }).toEqual({ attempts: 3, isSent: true, lastError: null })
  expect(received).toHaveLength(1)
})

test('emails wait while there is no mail server, and arrive once when it is back', async () => {
  const placeholder = createServer().listen(0, '127.0.0.1')
  await once(placeholder, 'listening')
  const { port } = placeholder.address() as AddressInfo
  await new Promise((resolve) => placeholder.close(resolve))

  const mailer = await openMailer(port)
  const letters = [welcome(), welcome(), welcome()]
  for (const sent of letters) await mailer.queue(db, sent)
  await expect
    .poll(() => outcome(letters[2]?.to ?? ''), { timeout: 15_000 })
    .toMatchObject({ isSent: false, lastError: expect.stringContaining('ECONNREFUSED') })
  const { received } = await openPostOffice({ port })
  await expect.poll(() => received.length, { timeout: 15_000 }).toBe(3)
  for (const { to } of letters) await expect.poll(() => outcome(to)).toMatchObject({ isSent: true })
  expect(received.map(({ to }) => to?.[0]?.address ?? '').toSorted()).toEqual(letters.map(({ to }) => to).toSorted())
})

test('without a mail server a demo keeps its emails in the outbox, and production keeps them unsent', async () => {
  const demo = await openMailer(undefined)
  const kept = welcome()
  await demo.queue(db, kept)
  await expect.poll(() => outcome(kept.to), { timeout: 5000 }).toEqual({ attempts: 1, isSent: false, lastError: null })

  const production = createMailer({ config: { ...config, demo: false }, jobs: { enqueue: async () => true }, seal })
  const unsent = welcome()
  await production.queue(db, unsent)
  await expect(production.send(db, (await rowOf(unsent.to))?.id ?? '', noFile)).rejects.toThrow('SMTP_URL is not set')
  expect(await outcome(unsent.to)).toMatchObject({ isSent: false, lastError: 'Error: SMTP_URL is not set' })
})

test('a notice with a key is written once and sent once', async () => {
  const { received, port } = await openPostOffice()
  const mailer = await openMailer(port)
  const { to } = welcome()
  const queue = (facts = {}) =>
    db.transaction((tx) => mailer.queue(tx, welcome({ to, ...facts }), { once: `welcome ${to}` }))
  const written = await Promise.all(Array.from({ length: 8 }, () => queue()))
  expect(written.filter(Boolean)).toHaveLength(1)
  expect(await queue({ subject: 'A second welcome' })).toBe(false)
  expect(await mailer.queue(db, welcome({ to }))).toBe(true)
  await expect.poll(() => received.length, { timeout: 5000 }).toBe(2)
  expect(await db.$count(emails, eq(emails.to, to))).toBe(2)
  const { rows } = await pool.query(
    `select 1 from pgboss.job j join emails e on e.id::text = j.data->>'emailId' where e.to = $1`,
    [to],
  )
  expect(rows).toHaveLength(2)
})

test('a notice that was rolled back can be written again', async () => {
  const mailer = await openMailer(undefined)
  const unsent = welcome()
  const once = `rolled back ${unsent.to}`
  const change = db.transaction(async (tx) => {
    await mailer.queue(tx, unsent, { once })
    throw new Error('changed my mind')
  })
  await expect(change).rejects.toThrow('changed my mind')
  expect(await mailer.queue(db, unsent, { once })).toBe(true)
  await expect.poll(() => outcome(unsent.to), { timeout: 5000 }).toMatchObject({ attempts: 1 })
})

test.each([{ to: 'a@example.com\r\nBcc: b@example.com' }, { subject: 'Hello\nBcc: b@example.com' }])(
  'a line break cannot add a header: %o',
  async (facts) => {
    const mailer = createMailer({ config, jobs: { enqueue: async () => true }, seal })
    await expect(mailer.queue(db, welcome(facts))).rejects.toThrow('line break')
  },
)

test('refuses two addresses in one field', async () => {
  const { received, port } = await openPostOffice()
  const mailer = await openMailer(port)
  const both = `first-${++count}@example.com, second@example.com`
  await mailer.queue(db, welcome({ to: both }))
  await expect
    .poll(() => outcome(both), { timeout: 5000 })
    .toMatchObject({ isSent: false, lastError: expect.any(String) })
  expect(received).toEqual([])
})

test('what people typed is text in an email, never markup', () => {
  const { html, text: plain } = renderEmail({
    productName: 'Latchkey',
    title: `<script>alert("1")</script>`,
    paragraphs: [`O'Neill & Söhne`],
  })
  expect(html).not.toContain('<script>')
  expect(html).toContain('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;')
  expect(html).toContain('O&#39;Neill &#38; Söhne')
  expect(plain).toContain(`O'Neill & Söhne`)
})

test('sends nothing in the clear if encryption is required', async () => {
  const { received, port } = await openPostOffice()
  const mailer = await openMailer(port, { options: '?requireTLS=true' })
  const sent = welcome()
  await mailer.queue(db, sent)
  await expect
    .poll(() => outcome(sent.to), { timeout: 15_000 })
    .toMatchObject({ isSent: false, lastError: expect.stringContaining('STARTTLS') })
  expect(received).toEqual([])
})

const SHORT = { step: 300, verdict: 20_000, all: 30_000 }

test('an email that its server checks for long is sent once', async () => {
  const { received, port } = await openPostOffice({ check: () => delay(SHORT.step * 4) })
  const mailer = await openMailer(port, { patience: SHORT })
  const sent = welcome()
  await mailer.queue(db, sent)
  await expect.poll(() => outcome(sent.to), { timeout: 15_000 }).toEqual({ attempts: 1, isSent: true, lastError: null })
  expect(received).toHaveLength(1)
})

test('emails that their server checks for long delay no others', async () => {
  const checked = Promise.withResolvers<void>()
  const slow = [welcome(), welcome()]
  const isSlow = ({ to }: Received) => slow.some((letter) => letter.to === to?.[0]?.address)
  const check = async (mail: Received) => (isSlow(mail) ? checked.promise : undefined)
  const { received, port } = await openPostOffice({ check })
  const mailer = await openMailer(port, { rule: jobTable[SEND_MAIL] })
  for (const [place, letter] of slow.entries()) {
    await mailer.queue(db, letter)
    await expect.poll(() => received.filter(isSlow).length, { timeout: 15_000 }).toBe(place + 1)
  }
  const code = welcome()
  await mailer.queue(db, code)
  await expect.poll(() => outcome(code.to), { timeout: 10_000 }).toMatchObject({ isSent: true })
  checked.resolve()
})
