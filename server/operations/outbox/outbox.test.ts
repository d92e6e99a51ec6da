import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MAIL_KINDS } from '#contract/operations/mail-kinds.ts'
import { outbox } from '#contract/operations/outbox.ts'
import { buildApp } from '#server/app.ts'
import { only } from '#server/database/database.ts'
import { emails } from '#server/database/schema/emails.ts'
import { createSeal } from '#server/platform/secrets/sealing.ts'
import { config, db, platform, signIn } from '#server/testing/testing.ts'
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
  const { rows, total } = await findMails({ db, seal }, { search: 'Sealed mail', limit: 10 })
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
  expect((await list({ search: 'OFFER-of' })).body).toMatchObject([{ to, kind: 'offer-of-the-day' }])
  expect((await list({ search: `${to}_` })).body).toEqual([])
  expect((await list({ status: 'lost' })).status).toBe(400)
})

test('an admin reads every kind of mail before it is ever sent, and nothing of it is written anywhere', async () => {
  const before = await db.$count(emails)
  const { body } = await admin.call(outbox.templates)
  expect(body.map(({ kind }) => kind)).toEqual(MAIL_KINDS)
  const [{ examples: [example] } = { examples: [] }] = body
  expect(example).toMatchObject({ label: 'Example', to: 'lerato.mokoena@example.com' })
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
  for (const { url } of Object.values(outbox)) {
    const answer = await production.inject({ url, headers: { cookie: admin.cookie ?? '' } })
    expect([url, answer.statusCode]).toEqual([url, 404])
  }
  await production.close()
  expect(await db.$count(emails, eq(emails.kind, 'welcome'))).toBeGreaterThan(0)
})
