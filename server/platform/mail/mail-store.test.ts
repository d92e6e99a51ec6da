import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { only } from '#server/database/database.ts'
import { emails } from '#server/database/schema/emails.ts'
import { sealStored } from '#server/operations/upkeep/seal-stored.ts'
import { createSeal } from '#server/platform/secrets/sealing.ts'
import { openPostOffice } from '#server/testing/platform/post-office.ts'
import { config, db } from '#server/testing/testing.ts'
import { renderEmail } from './email.ts'
import { openBody } from './mail-store.ts'
import { createMailer } from './mailer.ts'

const SECRET = 'a secret of the operator, thirty-two characters or more'

let count = 0

function open({ port, secret }: { port?: number; secret?: string } = {}) {
  const smtpUrl = port === undefined ? undefined : `smtp://127.0.0.1:${port}`
  const seal = createSeal({ secret })
  const enqueued: string[] = []
  const enqueue = async (_tx: unknown, name: string) => enqueued.push(name) > 0
  const mailer = createMailer({ config: { ...config, mail: { ...config.mail, smtpUrl } }, jobs: { enqueue }, seal })
  onTestFinished(() => mailer.close())
  return { mailer, seal, enqueued }
}

/** Queues an email with a password link. */
async function writeReset({ mailer }: ReturnType<typeof open>, once?: string) {
  const token = randomBytes(32).toString('base64url')
  const to = `reset-${++count}@example.com`
  const action = { label: 'Choose a new password', url: `https://portal.test/auth?reset=${token}` }
  const parts = renderEmail({ productName: 'Latchkey', title: 'Hello', paragraphs: ['Canary.'], action })
  await mailer.queue(db, { kind: 'password-reset', to, subject: 'A new password', ...parts }, { once })
  const read = () => db.select().from(emails).where(eq(emails.to, to)).then(only)
  return { token, to, read, id: (await read()).id }
}

const send = ({ mailer }: ReturnType<typeof open>, id: string) => mailer.send(db, id, async () => undefined)

const age = (id: string, days: number) =>
  db.execute(sql`update emails set created_at = created_at - make_interval(days => ${days}),
    link_until = link_until - make_interval(days => ${days}) where id = ${id}`)

test.each([undefined, SECRET])('a link is sent as it is, and not kept after that (sealed with %s)', async (secret) => {
  const { received, port } = await openPostOffice()
  const office = open({ port, ...(secret && { secret }) })
  const { token, id, read } = await writeReset(office)
  const before = await read()
  expect(before.linkUntil).not.toBeNull()
  expect(`${before.text}${before.html}`.includes(token)).toBe(secret === undefined)
  await send(office, id)
  expect(received).toHaveLength(1)
  expect(JSON.stringify(received)).toContain(token)
  const after = await read()
  const body = openBody(office.seal, after)
  expect(after).toMatchObject({ sentAt: expect.any(String), linkUntil: null })
  expect(JSON.stringify([after, body])).not.toContain(token)
  for (const text of Object.values(body)) expect(text).toContain('/auth?reset=(removed)')
})

test('sealed bodies are unreadable in the database, and older processes do not send them', async () => {
  const office = open({ secret: SECRET })
  const { read, token } = await writeReset(office)
  const row = await read()
  for (const text of [row.text, row.html]) expect(text).toMatch(/^sealed:v1:/)
  expect(JSON.stringify(row)).not.toMatch(/Canary|reset=/)
  expect(openBody(office.seal, row).text).toContain(token)
  expect(office.enqueued).toEqual(['send-sealed-mail'])
  const clear = open()
  await writeReset(clear)
  expect(clear.enqueued).toEqual(['send-mail'])
})

test('a link stays in the outbox of a demo until it has ended', async () => {
  const office = open()
  const { id, read, token } = await writeReset(office)
  await send(office, id)
  await office.mailer.tidy(db, 365)
  expect((await read()).text).toContain(token)
  await age(id, 1)
  await office.mailer.tidy(db, 365)
  expect(JSON.stringify(await read())).not.toContain(token)
})

test.each([false, true])(
  'an email whose link has expired is not sent, before or after the sweep (%s)',
  async (isSwept) => {
    const { received, port } = await openPostOffice()
    const office = open({ port, secret: SECRET })
    const { id, read } = await writeReset(office)
    await age(id, 1)
    if (isSwept) await office.mailer.tidy(db, 365)
    for (const _attempt of [1, 2]) await send(office, id)
    expect(received).toEqual([])
    expect(await read()).toMatchObject({ sentAt: null, lastError: 'Its link expired before it could be sent' })
  },
)

test('an old email that was not written for its link is sent without it', async () => {
  const { received, port } = await openPostOffice()
  const office = open({ port })
  const { id, read } = await writeReset(office)
  await db.update(emails).set({ kind: 'ticket-news' }).where(eq(emails.id, id))
  await age(id, 30)
  await office.mailer.tidy(db, 365)
  await send(office, id)
  expect(received).toHaveLength(1)
  expect(await read()).toMatchObject({ sentAt: expect.any(String), lastError: null })
})

test('a link that an earlier release has sent is removed by the sweep', async () => {
  const { port } = await openPostOffice()
  const office = open({ port })
  const { id, read, token } = await writeReset(office)
  await db.execute(sql`update emails set sent_at = now() where id = ${id}`)
  await office.mailer.tidy(db, 365)
  expect(JSON.stringify(await read())).not.toContain(token)
})

test('an email that no secret opens keeps no other link, and no old email', async () => {
  const lost = await writeReset(open({ secret: `${SECRET} (lost)` }))
  const office = open({ secret: SECRET })
  const [old, later] = [await writeReset(office), await writeReset(office)]
  for (const { id } of [lost, later]) await age(id, 1)
  await age(old.id, 40)
  const before = await lost.read()

  await office.mailer.tidy(db, 39)

  expect(await lost.read()).toEqual({ ...before, linkUntil: null })
  expect(openBody(office.seal, await later.read()).text).toContain('/auth?reset=(removed)')
  expect(await db.$count(emails, eq(emails.id, old.id))).toBe(0)
  await db.delete(emails).where(eq(emails.id, lost.id))
})

test('deletes emails after their retention, and still writes none twice', async () => {
  const office = open()
  const [plain, unique] = [await writeReset(office), await writeReset(office, 'once a day')]
  for (const { id } of [plain, unique]) await age(id, 40)
  await office.mailer.tidy(db, 41)
  expect(await db.$count(emails, eq(emails.to, plain.to))).toBe(1)
  await office.mailer.tidy(db, 39)
  expect(await db.$count(emails, eq(emails.id, plain.id))).toBe(0)
  const left = await db.select().from(emails).where(eq(emails.id, unique.id)).then(only)
  expect(left).toMatchObject({ to: '', subject: '', text: '', html: '', onceKey: 'once a day' })
  const again = { kind: 'password-reset' as const, to: 'x@example.com', subject: 'Again', text: '', html: '' }
  expect(await office.mailer.queue(db, again, { once: 'once a day' })).toBe(false)
})

test('bodies from before there was a secret are sealed once they are sent, and again with a new secret', async () => {
  const { id, read, token } = await writeReset(open())
  const waiting = await read()
  const first = createSeal({ secret: SECRET })
  await sealStored({ db, seal: first })
  expect(await read()).toEqual(waiting)
  await db.execute(sql`update emails set sent_at = now() where id = ${id}`)
  await sealStored({ db, seal: first })
  expect((await read()).text).toMatch(/^sealed:v1:/)
  const second = createSeal({ secret: `${SECRET}!`, previous: SECRET })
  await sealStored({ db, seal: second })
  expect(openBody(createSeal({ secret: `${SECRET}!` }), await read()).text).toContain(token)
})
