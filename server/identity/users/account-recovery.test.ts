import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { session } from '#contract/identity/session.ts'
import { OWN_ACCOUNT, users } from '#contract/identity/users.ts'
import { makeSecondFactor, makeUser } from '#demo/rows/users.ts'
import { emails } from '#server/database/schema/emails.ts'
import { backupCodes, loginChallenges, mfaSecrets } from '#server/database/schema/identity/mfa.ts'
import { sessions, userTokens } from '#server/database/schema/identity/users.ts'
import { renewBackupCodes } from '#server/identity/session/mfa/second-factor.ts'
import { openSession } from '#server/identity/session/sessions.ts'
import { challenged, enterPassword } from '#server/testing/identity/session.ts'
import { actionsAbout, entriesAbout, mailsTo, stored } from '#server/testing/identity/users.ts'
import { db, inDays, newUser, signIn, statusesOf } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })

async function protectedPerson() {
  const person = await signIn()
  await makeSecondFactor(db, person.user.id)
  await renewBackupCodes(db, person.user.id)
  return person
}

test('a user without their phone signs in by password after an admin’s reset, and gets an email', async () => {
  const person = await protectedPerson()
  await challenged(person.user.email)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => admin.call(users.resetMfa, { params: person.user })),
  )
  expect(statusesOf(answers)).toEqual(Array(8).fill(200))
  expect(answers[0]?.body).toMatchObject({ id: person.user.id, isMfaEnabled: false })

  expect((await person.call(session.currentUser)).status).toBe(401)
  for (const table of [mfaSecrets, backupCodes, loginChallenges])
    expect(await db.$count(table, eq(table.userId, person.user.id))).toBe(0)
  expect((await enterPassword(person.user.email)).body).toMatchObject({ id: person.user.id, isMfaEnabled: false })
  expect(await mailsTo(person.user.email)).toEqual(['mfa-reset', 'new-sign-in'])
  expect((await entriesAbout(person.user.id))[0]).toMatchObject({
    action: 'user.mfa-reset',
    actorId: admin.user.id,
    changes: { isMfaEnabled: [true, false] },
  })
})

test('where there is none, resetting it does nothing; the own one is turned off elsewhere', async () => {
  const person = await signIn()
  expect((await admin.call(users.resetMfa, { params: person.user })).status).toBe(200)
  expect((await person.call(session.currentUser)).status).toBe(200)
  expect(await actionsAbout(person.user.id)).toEqual([])

  const self = await signIn({ role: 'admin' })
  await makeSecondFactor(db, self.user.id)
  expect(await self.call(users.resetMfa, { params: self.user })).toMatchObject({ status: 409, message: OWN_ACCOUNT })
  expect((await stored(self.user.id))?.mfaEnabledAt).not.toBeNull()
})

test('two admins who reset each other at once wait for nothing', async () => {
  const [one, other] = [await signIn({ role: 'admin' }), await signIn({ role: 'admin' })]
  for (const { user } of [one, other]) await makeSecondFactor(db, user.id)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, turn) =>
      turn % 2 ? one.call(users.resetMfa, { params: other.user }) : other.call(users.resetMfa, { params: one.user }),
    ),
  )
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 401)).toEqual([])
})

test('an admin ends all sessions of a user; ended sessions are not counted', async () => {
  const person = await signIn()
  await openSession(db, { userId: person.user.id, hours: 1, ip: null, userAgent: null })
  await openSession(db, { userId: person.user.id, hours: -1, ip: null, userAgent: null })
  const end = () => admin.call(users.endSessions, { params: person.user })
  expect(await end()).toMatchObject({ status: 200, body: { ended: 2 } })
  expect((await person.call(session.currentUser)).status).toBe(401)
  expect(await db.$count(sessions, eq(sessions.userId, person.user.id))).toBe(0)
  expect((await end()).body).toEqual({ ended: 0 })
  expect(await entriesAbout(person.user.id)).toMatchObject([
    { action: 'user.sessions-revoked', actorId: admin.user.id, changes: { sessions: [2, 0] } },
  ])
  expect((await enterPassword(person.user.email)).status).toBe(200)
  expect(await admin.call(users.endSessions, { params: admin.user })).toMatchObject({
    status: 409,
    message: OWN_ACCOUNT,
  })
})

test('the link that confirms an address is sent again, five times an hour at most', async () => {
  const { organizationId } = await signIn()
  const user = await makeUser(db, { organizationId, role: 'org_admin', status: 'pending' })
  const mail = () => admin.call(users.mailVerification, { params: user })
  expect(await mail()).toMatchObject({ status: 200, body: { id: user.id, status: 'pending' } })
  const [sent] = await db.select().from(emails).where(eq(emails.to, user.email))
  const token = /\/auth\?verify=([\w-]{43})/.exec(sent?.text ?? '')?.[1]
  expect((await admin.call(session.verifyEmail, { body: { token } })).status).toBe(200)
  expect(await mail()).toMatchObject({ status: 409, message: 'This email address is already confirmed.' })
  expect(await actionsAbout(user.id)).toEqual(['user.verification-sent', 'user.email-verified'])

  const forgetful = await makeUser(db, { organizationId, role: 'customer' })
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => admin.call(users.mailVerification, { params: forgetful })),
  )
  expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
})

test('sends no link to a suspended user', async () => {
  const { organizationId } = await signIn()
  const user = await makeUser(db, { organizationId, status: 'suspended', createdAt: inDays(-1) })
  expect(await admin.call(users.mailVerification, { params: user })).toMatchObject({
    status: 409,
    message: 'A user who is suspended cannot be emailed.',
  })
  expect(await mailsTo(user.email)).toEqual([])
})

test('only admins may do this, and unknown users get a 404', async () => {
  const person = await protectedPerson()
  for (const endpoint of [users.resetMfa, users.endSessions, users.mailVerification, users.mailPasswordReset]) {
    for (const role of ['agent', 'org_admin', 'customer'] as const)
      expect((await (await signIn({ role })).call(endpoint, { params: person.user })).status).toBe(403)
    expect((await admin.call(endpoint, { params: { id: crypto.randomUUID() } })).status).toBe(404)
  }
  expect((await person.call(session.currentUser)).body).toMatchObject({ isMfaEnabled: true })
})

test('an admin emails a password reset, and the former link ends', async () => {
  const person = await signIn()
  const mail = () => admin.call(users.mailPasswordReset, { params: person.user })
  expect((await mail()).status).toBe(200)
  const [link] = await db.select().from(userTokens).where(eq(userTokens.userId, person.user.id))
  expect((await mail()).status).toBe(200)
  const links = await db.select().from(userTokens).where(eq(userTokens.userId, person.user.id))
  expect(links).toMatchObject([{ purpose: 'password-reset' }])
  expect(links[0]?.tokenHash).not.toEqual(link?.tokenHash)
  expect(await mailsTo(person.user.email)).toEqual(['password-reset', 'password-reset'])
  expect(await actionsAbout(person.user.id)).toEqual(['user.password-reset-sent', 'user.password-reset-sent'])
  expect((await person.call(session.currentUser)).status).toBe(200)
})

test('no password reset is emailed to yourself and to who is not active', async () => {
  const suspended = await newUser({ role: 'agent', status: 'suspended' })
  for (const user of [admin.user, suspended])
    expect((await admin.call(users.mailPasswordReset, { params: user })).status).toBe(409)
  expect(await mailsTo(suspended.email)).toEqual([])
})
