import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MAIL_KINDS } from '#contract/operations/emails/mail-kinds.ts'
import { outbox } from '#contract/operations/outbox.ts'
import { buildApp } from '#server/app.ts'
import { only } from '#server/database/database.ts'
import { emails } from '#server/database/schema/emails.ts'
import { createSeal } from '#server/platform/secrets/sealing.ts'
import { config, db, platform, pool, signIn } from '#server/testing/testing.ts'
import { findMails } from './queries.ts'

const admin = await signIn({ role: 'admin' })
const list = (query: object) => admin.call(outbox.list, { query })

/** Queues emails to one reader, oldest first. */
async function write(...facts: Partial<typeof emails.$inferInsert>[]) {
  const to = `${randomUUID()}@example.com`
  for (const [index, fact] of facts.entries()) {
    const createdAt = `2026-01-0${index + 1}T00:00:00.000Z`
    const mail = { kind: 'welcome', subject: `Mail ${index + 1}`, text: 'Hello', html: '<p>Hello</p>', createdAt, to }
    await db
      .insert(emails)
      .values({ ...mail, ...fact })
      .returning()
      .then(only)
  }
  return to
}

test('an admin of a demo reads its emails, newest first, page by page', async () => {
  const to = await write({}, {}, {})
  const first = await list({ search: to, limit: '2' })
  expect(first.body).toMatchObject([
    { subject: 'Mail 3', to, text: 'Hello', html: '<p>Hello</p>' },
    { subject: 'Mail 2' },
  ])
  expect(first.headers['x-total-count']).toBe('3')
  const next = new URL(String(first.headers.link).match(/<(.*)>; rel="next"/)?.[1] ?? '', 'http://portal')
  const second = await list(Object.fromEntries(next.searchParams))
  expect(second.body.map(({ subject }) => subject)).toEqual(['Mail 1'])
  expect(second.headers.link).toBeUndefined()
})

test('a sealed mail is shown as it was written, and what is left of one that was deleted is not', async () => {
  const seal = createSeal({ secret: 'a secret of the operator, thirty-two characters or more' })
  const to = await write({ text: seal.seal('Sealed'), html: seal.seal('<p>Sealed</p>'), subject: 'Sealed mail' })
  await write({ to: '', subject: 'Sealed mail', text: '', html: '' })
  const { rows, total } = await findMails({ db, seal, config }, { search: 'Sealed mail', limit: 10 })
  expect([rows, total]).toMatchObject([[{ to, text: 'Sealed', html: '<p>Sealed</p>' }], 1])
})

test('finds emails by status and by part of the address, subject or kind, taken literally', async () => {
  const to = await write(
    { sentAt: '2026-01-01T00:00:00.000Z' },
    { attempts: 2, lastError: 'no' },
    { subject: '100 % off_er', kind: 'offer-of-the-day' },
  )
  for (const [status, subject] of [
    ['sent', 'Mail 1'],
    ['failed', 'Mail 2'],
    ['queued', '100 % off_er'],
  ]) {
    expect((await list({ search: to.toUpperCase(), status })).body).toMatchObject([{ subject, status }])
  }
  expect((await list({ search: '% OFF_' })).body).toMatchObject([{ to }])
  const activated = await write({ kind: 'account-activated' })
  expect((await list({ search: 'account ACTIVATED' })).body.map((mail) => mail.to)).toContain(activated)
  expect((await list({ search: 'OFFER-of' })).body).toMatchObject([{ to, kind: 'offer-of-the-day' }])
  expect((await list({ search: `${to}_` })).body).toEqual([])
  expect((await list({ status: 'lost' })).status).toBe(400)
})

test('an admin reads every kind of mail before it is ever sent, and nothing of it is written anywhere', async () => {
  const before = await db.$count(emails)
  const { body } = await admin.call(outbox.templates)
  expect(body.map(({ kind }) => kind)).toEqual(MAIL_KINDS)
  const [{ examples: [example] } = { examples: [] }] = body
  expect(example).toMatchObject({ label: 'Approved by an admin', to: 'lerato.mokoena@example.com' })
  expect(example?.text).toContain(`${config.publicUrl}/auth?verify=example`)
  expect(example?.html).toContain(config.productName)
  expect(await db.$count(emails)).toBe(before)
})

test.each(['agent', 'org_admin', 'customer'] as const)('templates are not for %s', async (role) => {
  const person = await signIn({ role })
  expect((await person.call(outbox.templates)).status).toBe(403)
})

test('outside a demo there is no outbox, not even for an admin', async () => {
  const production = await buildApp({ ...platform, config: { ...platform.config, demo: false } })
  for (const { url, method } of Object.values(outbox)) {
    const answer = await production.inject({
      method,
      url: url.replace(':id', randomUUID()),
      headers: { cookie: admin.cookie ?? '' },
    })
    expect([url, answer.statusCode]).toEqual([url, 404])
  }
  await production.close()
  expect(await db.$count(emails, eq(emails.kind, 'welcome'))).toBeGreaterThan(0)
})

const resend = (id: string, person = admin) => person.call(outbox.resend, { params: { id } })

const mailsOf = async (to: string) => (await list({ search: to })).body

test('without a mail server an email stays queued, and says why', async () => {
  const to = await write({ attempts: 1 }, { sentAt: '2026-01-02T00:00:00.000Z' })
  expect(await mailsOf(to)).toMatchObject([
    { status: 'sent', queuedBecause: null },
    {
      status: 'queued',
      queuedBecause: 'This portal has no mail server, so this email was not sent.',
    },
  ])
  const withServer = { ...config, mail: { ...config.mail, smtpUrl: 'smtp://127.0.0.1:1' } }
  const { rows } = await findMails({ ...platform, config: withServer }, { search: to, limit: 10 })
  expect(rows[1]?.queuedBecause).toBe('It was written while this portal had no mail server.')
})

test('an email is sent again to the same address, once however often one clicks, and that is recorded', async () => {
  const to = await write({ sentAt: '2026-01-01T00:00:00.000Z', kind: 'account-activated' })
  const id = (await mailsOf(to))[0]?.id ?? ''
  const answers = await Promise.all([resend(id), resend(id), resend(id)])
  const done = answers.filter(({ status }) => status === 200).length
  // Two if a minute ends in between.
  expect([1, 2]).toContain(done)
  const mails = await mailsOf(to)
  const [again] = mails
  expect(mails).toHaveLength(done + 1)
  expect(mails.at(-1)).toMatchObject({ id, status: 'sent', sentAt: '2026-01-01T00:00:00.000Z' })
  expect(again).toMatchObject({ subject: 'Mail 1', text: 'Hello', html: '<p>Hello</p>', kind: 'account-activated' })
  const { rows } = await pool.query(
    `select changes from audit_log where action = 'email.resent' and changes->'to'->>1 = $1`,
    [to],
  )
  expect(rows[0]).toEqual({ changes: { email: [null, 'Account activated'], to: [null, to] } })
  expect(rows).toHaveLength(mails.length - 1)
})

test('an email that is tried again, whose link is gone, or that does not exist is not sent again', async () => {
  const sentAt = '2026-01-01T00:00:00.000Z'
  const to = await write({ attempts: 1, lastError: 'no' }, { sentAt, text: 'Open https://x/auth?reset=(removed)' })
  const refused = await Promise.all((await mailsOf(to)).map(({ id }) => resend(id)))
  expect(refused.map(({ status, message }) => [status, message])).toEqual([
    [409, 'Its link works no longer. Ask the recipient to request a new one.'],
    [409, 'This email could not be sent. View jobs says whether it is tried again.'],
  ])
  expect(await mailsOf(to)).toHaveLength(2)
  expect((await resend(randomUUID())).status).toBe(404)
  const unknown = await write({ sentAt, kind: 'offer-of-the-day' })
  expect((await resend((await mailsOf(unknown))[0]?.id ?? '')).status).toBe(409)
})

test.each(['agent', 'org_admin', 'customer'] as const)('%s sends no email again', async (role) => {
  const to = await write({ sentAt: '2026-01-01T00:00:00.000Z' })
  const id = (await mailsOf(to))[0]?.id ?? ''
  expect((await resend(id, await signIn({ role }))).status).toBe(403)
  expect(await mailsOf(to)).toHaveLength(1)
})
