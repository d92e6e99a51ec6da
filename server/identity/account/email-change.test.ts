import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { account } from '#contract/identity/account.ts'
import { LINK_EXPIRED, WRONG_CREDENTIALS, session } from '#contract/identity/session.ts'
import { makeUser } from '#demo/rows/users.ts'
import { emails } from '#server/database/schema/emails.ts'
import { confirmedLinks, userTokens, users } from '#server/database/schema/identity/users.ts'
import { mailPasswordReset } from '#server/identity/session/passwords/recovery.ts'
import { actionsOf, confirmationFor, mailTo, newAddress, passwordLinkFor } from '#server/testing/identity/account.ts'
import {
  PASSWORD,
  db,
  newUser,
  platform,
  signIn,
  statusesOf,
  stranger,
  type Person,
  untilOneWaits,
} from '#server/testing/testing.ts'

afterEach(() => void vi.useRealTimers())

const ask = ({ call }: Person, email: string, password = PASSWORD) =>
  call(account.changeEmail, { body: { email, password } })
const confirm = (token: string) => stranger().call(session.verifyEmail, { body: { token } })
const enter = (email: string) => stranger().call(session.login, { body: { email, password: PASSWORD } })

test('changes the address once the new one is confirmed, and notifies both', async () => {
  const [person, email] = [await signIn(), newAddress()]
  const former = person.user.email
  expect((await ask(person, email)).status).toBe(200)
  expect((await person.call(account.read)).body).toMatchObject({ pendingEmail: email, user: { email: former } })
  expect((await mailTo(former)).map(({ kind }) => kind)).toEqual(['email-change-asked'])
  expect((await enter(email)).status).toBe(401)

  expect((await confirm(await confirmationFor(email))).status).toBe(200)
  const { body } = await person.call(account.read)
  expect(body).toMatchObject({ pendingEmail: null, user: { email, isEmailVerified: true } })
  expect((await mailTo(former))[0]?.kind).toBe('email-changed')
  expect([(await enter(email)).status, (await enter(former)).status]).toEqual([200, 401])
  expect(await actionsOf(person)).toEqual(['user.email-change-requested', 'user.email-changed', 'session.opened'])
})

test('an address in use gets the same answer as any other; its owner is emailed once, and no link', async () => {
  const [person, other, email] = [await signIn(), await newUser({ role: 'agent' }), newAddress()]
  const free = await ask(person, email)
  const taken = await ask(person, other.email.toUpperCase())
  expect([taken.status, taken.body]).toEqual([free.status, free.body])
  expect((await person.call(account.read)).body.pendingEmail).toBe(other.email.toUpperCase())
  await ask(person, other.email)
  const mails = await mailTo(other.email)
  expect(mails.map(({ kind }) => kind)).toEqual(['address-in-use'])
  expect(mails[0]?.text).not.toContain('verify=')
})

test('sends no email without the password or for the current address', async () => {
  const [person, email] = [await signIn(), newAddress()]
  expect(await ask(person, email, 'not the password')).toMatchObject({
    status: 400,
    body: { errors: { password: 'That password is incorrect.' } },
  })
  expect(await ask(person, person.user.email.toUpperCase())).toMatchObject({
    status: 400,
    body: { errors: { email: 'This is already your email address.' } },
  })
  expect((await ask(person, 'nobody')).status).toBe(400)
  expect([await mailTo(email), await mailTo(person.user.email)]).toEqual([[], []])
})

test('who mistypes the password or gives the current address can still ask for a link', async () => {
  const [person, email] = [await signIn(), newAddress()]
  for (let count = 0; count < 3; count += 1) {
    expect((await ask(person, email, 'not the password')).status).toBe(400)
    expect((await ask(person, person.user.email)).status).toBe(400)
  }
  for (const status of [200, 200, 200, 200, 200, 429]) expect((await ask(person, email)).status).toBe(status)
})

test('refuses an address that another account has taken in the meantime', async () => {
  const [person, email] = [await signIn(), newAddress()]
  await ask(person, email)
  await newUser({ role: 'agent', email: email.toUpperCase() })
  expect(await confirm(await confirmationFor(email))).toMatchObject({
    status: 409,
    message: 'Another account now uses this address. Your address was not changed.',
  })
  expect((await person.call(session.currentUser)).body.email).toBe(person.user.email)
})

test('of eight who want one address, one gets it', async () => {
  const email = newAddress()
  const people = await Promise.all(Array.from({ length: 8 }, () => signIn()))
  for (const person of people) await ask(person, email)
  const tokens = (await mailTo(email)).map(({ text }) => /verify=([\w-]{43})/.exec(text)?.[1] ?? '')
  const answers = await Promise.all(tokens.map(confirm))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
})

test('a link works for a day, until a newer one is sent or the change is withdrawn', async () => {
  const [person, first, second] = [await signIn(), newAddress(), newAddress()]
  await ask(person, first)
  await ask(person, second)
  expect(await confirm(await confirmationFor(first))).toMatchObject({ status: 400, message: LINK_EXPIRED })
  await person.call(account.keepEmail)
  expect((await person.call(account.read)).body.pendingEmail).toBeNull()
  expect((await confirm(await confirmationFor(second))).status).toBe(400)

  await ask(person, first)
  await db
    .update(userTokens)
    .set({ expiresAt: sql`${userTokens.expiresAt} - interval '1 day'` })
    .where(eq(userTokens.userId, person.user.id))
  expect((await person.call(account.read)).body.pendingEmail).toBeNull()
  expect((await confirm(await confirmationFor(first))).status).toBe(400)

  await ask(person, second)
  const answers = await Promise.all(Array.from({ length: 8 }, async () => confirm(await confirmationFor(second))))
  expect(statusesOf(answers)).toEqual(Array.from({ length: 8 }, () => 200))
  expect((await actionsOf(person)).filter((action) => action === 'user.email-changed')).toHaveLength(1)
})

test('a link that was used neither brings back a former address nor outlives its day', async () => {
  const [person, first, second] = [await signIn(), newAddress(), newAddress()]
  const change = async (email: string) => {
    await ask(person, email)
    const token = await confirmationFor(email)
    expect((await confirm(token)).status).toBe(200)
    return token
  }
  const former = await change(first)
  const current = await change(second)
  expect(await confirm(former)).toMatchObject({ status: 400, message: LINK_EXPIRED })
  expect((await confirm(current)).status).toBe(200)
  await db
    .update(confirmedLinks)
    .set({ expiresAt: sql`${confirmedLinks.expiresAt} - interval '1 day'` })
    .where(eq(confirmedLinks.userId, person.user.id))
  expect(await confirm(current)).toMatchObject({ status: 400, message: LINK_EXPIRED })
  expect((await person.call(session.currentUser)).body.email).toBe(second)
})

test('cancels a pending change of address when the password changes', async () => {
  const [person, theirs] = [await signIn(), newAddress()]
  await ask(person, theirs)
  await mailPasswordReset(platform, person.user.email)
  const token = await passwordLinkFor(person.user.email)
  await stranger().call(session.resetPassword, { body: { token, password: 'an entirely new secret' } })
  expect(await confirm(await confirmationFor(theirs))).toMatchObject({ status: 400, message: LINK_EXPIRED })
})

test('a reset link in the former mailbox is worth nothing after the change', async () => {
  const [person, email] = [await signIn(), newAddress()]
  await mailPasswordReset(platform, person.user.email)
  const token = await passwordLinkFor(person.user.email)
  await ask(person, email)
  await confirm(await confirmationFor(email))
  const reset = await stranger().call(session.resetPassword, { body: { token, password: 'an entirely new secret' } })
  expect(reset).toMatchObject({ status: 400, message: LINK_EXPIRED })
})

test('resends the confirmation link up to five times an hour', async () => {
  const person = await signIn()
  const again = () => person.call(account.mailVerification)
  expect((await again()).status).toBe(200)
  for (let count = 0; count < 4; count += 1) await again()
  expect((await again()).status).toBe(429)
  expect((await confirm(await confirmationFor(person.user.email))).status).toBe(200)
  expect((await person.call(session.currentUser)).body.isEmailVerified).toBe(true)
  expect(await again()).toMatchObject({ status: 409, message: 'Your email address is already confirmed.' })
  const [stored] = await db.select().from(users).where(eq(users.id, person.user.id))
  expect(stored?.email).toBe(person.user.email)
})

test('an applicant gets the link again with the right password, five times an hour', async () => {
  const applicant = await makeUser(db, { status: 'pending' })
  const send = (password = PASSWORD) =>
    stranger().call(account.mailFirstVerification, { body: { email: applicant.email, password } })
  expect(await send('wrong password')).toMatchObject({ status: 401, message: WRONG_CREDENTIALS })
  expect((await send()).status).toBe(200)
  const sent = await db.select().from(emails).where(eq(emails.to, applicant.email))
  expect(sent.map(({ kind }) => kind)).toEqual(['email-verification'])
  for (const status of [200, 200, 200, 200, 429]) expect((await send()).status).toBe(status)
})

test('refuses the link for applicants to everyone else', async () => {
  const send = (email: string) =>
    stranger().call(account.mailFirstVerification, { body: { email, password: PASSWORD } })
  const { user } = await signIn()
  const verified = await makeUser(db, { status: 'pending', emailVerifiedAt: new Date().toISOString() })
  for (const { email } of [user, verified]) expect((await send(email)).status).toBe(409)
  expect((await send('nobody@example.com')).status).toBe(401)
})

test('who asks for the link while the address is being confirmed gets none', async () => {
  const person = await signIn()
  const asked = await db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ emailVerifiedAt: sql`now()` })
      .where(eq(users.id, person.user.id))
    const waiting = person.call(account.mailVerification)
    await untilOneWaits()
    return { waiting }
  })
  expect(await asked.waiting).toMatchObject({ status: 409, message: 'Your email address is already confirmed.' })
  expect(await mailTo(person.user.email)).toEqual([])
})

test('the owner of an address in use is emailed again on the next business day', async () => {
  const [person, other] = [await signIn(), await newUser({ role: 'agent' })]
  const sent: number[] = []
  for (const now of ['2027-03-04T22:00:00Z', '2027-03-05T21:59:00Z', '2027-03-05T22:00:00Z']) {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
    await ask(person, other.email)
    sent.push((await mailTo(other.email)).length)
  }
  expect(sent).toEqual([1, 1, 2])
})
