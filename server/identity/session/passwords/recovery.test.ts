import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { LINK_EXPIRED, RESET_REQUESTED, session } from '#contract/identity/session.ts'
import { emails } from '#server/database/schema/emails.ts'
import { userTokens, users } from '#server/database/schema/identity/users.ts'
import { passwordLinkFor } from '#server/testing/identity/account.ts'
import { withToken } from '#server/testing/identity/api-tokens.ts'
import { browserIn } from '#server/testing/identity/session.ts'
import { entriesAbout } from '#server/testing/identity/users.ts'
import { PASSWORD, caller, db, platform, signIn, stranger, statusesOf } from '#server/testing/testing.ts'
import { mailPasswordReset } from './recovery.ts'

const NEW = 'an entirely new secret'

/** Runs the job and returns the token of its email. */
async function linkFor(email: string, isKnownBrowser = false) {
  await mailPasswordReset(platform, email, { isKnownBrowser })
  return passwordLinkFor(email)
}
const confirm = (token: string, password = NEW) => stranger().call(session.resetPassword, { body: { token, password } })
const enter = (email: string, password: string) => stranger().call(session.login, { body: { email, password } })

test('known and unknown addresses get the same answer [R-API-17 R-VAL-05]', async () => {
  const { user } = await signIn()
  for (const email of [user.email, 'nobody@example.com']) {
    expect(await stranger().call(session.requestPasswordReset, { body: { email } })).toMatchObject({
      status: 200,
      body: { message: RESET_REQUESTED },
    })
  }
  expect(await stranger().call(session.requestPasswordReset, { body: { email: 'nobody' } })).toMatchObject({
    status: 400,
    message: 'Invalid email address',
  })
})

test('the link keeps the page that the visitor wanted, and nothing outside the portal', async () => {
  const asked = async (next: string) => {
    const { user } = await signIn()
    const { status } = await stranger().call(session.requestPasswordReset, { body: { email: user.email, next } })
    expect(status).toBe(200)
    const jobs = await db.execute<{ data: { email: string; next?: string } }>(
      sql`select data from pgboss.job where name = 'mail-password-reset' and data ->> 'email' = ${user.email}`,
    )
    await mailPasswordReset(platform, user.email, { next: jobs.rows[0]?.data.next })
    const [mail] = await db.select().from(emails).where(eq(emails.to, user.email))
    return /\/auth\?reset=[\w-]{43}(\S*)/.exec(mail?.text ?? '')?.[1]
  }
  expect(await asked('/billing?invoice=7&tab=a b')).toBe('&next=%2Fbilling%3Finvoice%3D7%26tab%3Da%2520b')
  for (const next of ['//evil.example', 'https://evil.example', '/auth?next=/']) expect(await asked(next)).toBe('')
})

test('an unknown or suspended address gets no mail', async () => {
  const { user } = await signIn()
  await db.update(users).set({ status: 'suspended' }).where(eq(users.id, user.id))
  expect(await linkFor(user.email)).toBe('')
  expect(await linkFor('nobody@example.com')).toBe('')
})

test('the link sets a new password, once, and ends every session', async () => {
  const person = await signIn()
  const token = await linkFor(person.user.email)
  expect((await confirm(token)).status).toBe(200)
  expect((await person.call(session.currentUser)).status).toBe(401)
  expect((await enter(person.user.email, PASSWORD)).status).toBe(401)
  expect((await enter(person.user.email, NEW)).body).toMatchObject({ isEmailVerified: true })
  expect(await confirm(token)).toMatchObject({ status: 400, message: LINK_EXPIRED })
})

test('the owner reads that API tokens were revoked, if there were any', async () => {
  for (const hasToken of [true, false]) {
    const person = await signIn()
    if (hasToken) await withToken(person, ['licenses:read'])
    await confirm(await linkFor(person.user.email))
    const mails = await db.select().from(emails).where(eq(emails.to, person.user.email))
    expect(mails.some(({ text }) => text.includes('Your API tokens were revoked.'))).toBe(hasToken)
  }
})

test('of eight who open one link at once, one sets the password', async () => {
  const { user } = await signIn()
  const token = await linkFor(user.email)
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => confirm(token, `${NEW} ${index}`)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const told = await db
    .select()
    .from(emails)
    .where(sql`${emails.to} = ${user.email} and ${emails.kind} = 'password-changed'`)
  expect(told).toHaveLength(1)
})

test('a newer link replaces the older one, and both die after half an hour', async () => {
  const { user } = await signIn()
  const [older, newer] = [await linkFor(user.email), await linkFor(user.email, true)]
  expect((await confirm(older)).status).toBe(400)
  await db
    .update(userTokens)
    .set({ expiresAt: sql`${userTokens.expiresAt} - interval '30 minutes'` })
    .where(eq(userTokens.userId, user.id))
  expect((await confirm(newer)).status).toBe(400)
})

test('a refused password leaves the link usable', async () => {
  const { user } = await signIn()
  const token = await linkFor(user.email)
  expect(await confirm(token, 'password1')).toMatchObject({
    status: 400,
    body: { errors: { password: expect.any(String) } },
  })
  expect(await confirm(token, user.username)).toMatchObject({
    status: 400,
    body: { errors: { password: expect.any(String) } },
  })
  expect((await confirm(token)).status).toBe(200)
})

const ask = ({ call }: Pick<ReturnType<typeof stranger>, 'call'>, email: string) =>
  call(session.requestPasswordReset, { body: { email } })

test('the sixth request from one address for one account in an hour waits, known or not', async () => {
  const { user } = await signIn()
  for (const email of [user.email, 'never.seen@example.com']) {
    const visitor = stranger()
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(visitor, email)))
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200, 429])
  }
})

test('strangers cannot use up the requests of the owner, at the same address or elsewhere', async () => {
  const { user } = await signIn()
  const browser = browserIn((await enter(user.email, PASSWORD)).cookies)
  const visitor = stranger()
  for (let request = 0; request < 7; request += 1) await ask(visitor, user.email)
  for (let request = 0; request < 7; request += 1) await ask(stranger(), user.email)
  expect((await ask(stranger(), user.email)).status).toBe(200)
  const owner = caller({ ip: visitor.ip, cookie: `__Host-browser=${browser}` })
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(owner, user.email)))
  expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200, 429])
  const { rows } = await db.execute<{ data: { isKnownBrowser: boolean } }>(
    sql`select data from pgboss.job where name = 'mail-password-reset' and data->>'email' = ${user.email}`,
  )
  expect(rows.filter(({ data }) => data.isKnownBrowser)).toHaveLength(5)
})

test('sends a link at most every twelve minutes, however often it is requested, and the last one works', async () => {
  const { user } = await signIn()
  const mails = () => db.$count(emails, eq(emails.to, user.email))
  const first = await linkFor(user.email)
  for (let request = 0; request < 5; request += 1) await linkFor(user.email)
  expect(await mails()).toBe(1)
  await db
    .update(userTokens)
    .set({ createdAt: sql`now() - interval '12 minutes'` })
    .where(eq(userTokens.userId, user.id))
  const second = await linkFor(user.email)
  expect(await mails()).toBe(2)
  expect((await confirm(first)).status).toBe(400)
  expect((await confirm(second)).status).toBe(200)
})

test('the emailed link confirms an address, and says so when it is opened again', async () => {
  const email = `verify-${crypto.randomUUID()}@example.com`
  const form = {
    organizationName: 'Verify',
    email,
    username: email.slice(0, 40),
    password: NEW,
    firstName: 'V',
    lastName: 'F',
  }
  await stranger().call(session.register, { body: form })
  const [mail] = await db.select().from(emails).where(eq(emails.to, email))
  const token = mail?.text.match(/\/auth\?verify=([\w-]{43})/)?.[1] ?? ''
  const verify = () => stranger().call(session.verifyEmail, { body: { token } })
  expect((await verify()).status).toBe(200)
  const [user] = await db.select().from(users).where(eq(users.email, email))
  expect(user?.emailVerifiedAt).not.toBeNull()
  expect(statusesOf(await Promise.all([verify(), verify(), verify()]))).toEqual([200, 200, 200])
  const verified = (await entriesAbout(user?.id ?? '')).filter(({ action }) => action === 'user.email-verified')
  expect(verified).toHaveLength(1)
})

test('a link that a visitor asks for is audited with the address of the visitor', async () => {
  const { user, organizationId } = await signIn()
  await stranger().call(session.requestPasswordReset, { body: { email: user.email } })
  const ask = { ip: '198.51.100.9', requestId: 'f3a1' }
  await mailPasswordReset(platform, user.email, ask)
  await mailPasswordReset(platform, user.email, ask)
  expect(await entriesAbout(user.id)).toMatchObject([
    { action: 'user.password-reset-sent', actorKind: 'anonymous', organizationId, changes: {}, ...ask },
  ])
})
