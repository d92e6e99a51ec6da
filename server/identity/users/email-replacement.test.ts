import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#contract/identity/account.ts'
import { LINK_EXPIRED, session } from '#contract/identity/session.ts'
import { INVITATION_INVALID } from '#contract/identity/team.ts'
import { users } from '#contract/identity/users.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { makeUser } from '#demo/rows/users.ts'
import { emails } from '#server/database/schema/emails.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { ssoIdentities } from '#server/database/schema/identity/sso.ts'
import { mailPasswordReset } from '#server/identity/session/passwords/recovery.ts'
import { actionsOf, confirmationFor, newAddress, passwordLinkFor } from '#server/testing/identity/account.ts'
import { withToken } from '#server/testing/identity/api-tokens.ts'
import { addPasskeyOf, signInWith } from '#server/testing/identity/passkeys.ts'
import { linkTo } from '#server/testing/identity/personal-data.ts'
import { enterPassword } from '#server/testing/identity/session.ts'
import { accept, invited } from '#server/testing/identity/team.ts'
import { entriesAbout, mailsTo, stored } from '#server/testing/identity/users.ts'
import {
  PASSWORD,
  db,
  newOrganization,
  newUser,
  platform,
  signIn,
  statusesOf,
  stranger,
  type Person,
} from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })

const replace = (id: string, email: string, by: Pick<Person, 'call'> = admin) =>
  by.call(users.replaceEmail, { params: { id }, body: { email } })

const choose = (token: string, password: string) =>
  stranger().call(session.resetPassword, { body: { token, password } })

/** A thief with session and password has moved the account to another mailbox. */
async function takenOver() {
  const person = await signIn()
  const stolen = newAddress()
  await person.call(account.changeEmail, { body: { email: stolen, password: PASSWORD } })
  await stranger().call(session.verifyEmail, { body: { token: await confirmationFor(stolen) } })
  return { person, stolen }
}

test('the account at the identity provider of the organization opens it no longer', async () => {
  const person = await signIn()
  await linkTo(person.organizationId, { userId: person.user.id, subject: 'stolen' })
  await replace(person.user.id, newAddress())
  expect(await db.$count(ssoIdentities, eq(ssoIdentities.userId, person.user.id))).toBe(0)
})

test('a customer whose account was taken over gets it back, and the thief loses all access', async () => {
  const { person, stolen } = await takenOver()
  const { id } = person.user
  const { authenticator } = await addPasskeyOf(person)
  const token = await withToken(person, ['licenses:read'])
  const invitation = await invited(person, 'org_admin')
  const own = newAddress()

  expect(await replace(id, own)).toMatchObject({ status: 200, body: { id, email: own, isEmailVerified: false } })
  expect((await person.call(session.currentUser)).status).toBe(401)
  expect((await token.call(licenses.list)).status).toBe(401)
  expect((await accept(invitation.token)).message).toBe(INVITATION_INVALID)
  expect((await signInWith(authenticator)).status).toBe(401)
  for (const address of [stolen, own]) expect((await enterPassword(address)).status).toBe(401)

  const [notice] = await db
    .select()
    .from(emails)
    .where(and(eq(emails.to, stolen), eq(emails.kind, 'email-changed')))
  expect(notice?.text).toContain('Our support team has set another address for your account.')
  expect(JSON.stringify(notice)).not.toContain(own)
  expect(await mailsTo(own)).toEqual(['email-replaced'])
  const [replaced] = await db.select().from(emails).where(eq(emails.to, own))
  expect(replaced?.text).toContain('Your API tokens were revoked.')
  expect((await choose(await passwordLinkFor(own, 'email-replaced'), 'a secret of the owner')).status).toBe(200)
  expect((await enterPassword(own, 'a secret of the owner')).body).toMatchObject({ id, isEmailVerified: true })
  const [entry] = (await entriesAbout(id)).filter(({ action }) => action === 'user.email-replaced')
  expect(entry).toMatchObject({ actorId: admin.user.id, changes: { email: [stolen, own] } })
})

test('links that the former address got neither confirm the next one nor set a password', async () => {
  const person = await signIn()
  const { id, email } = person.user
  for (const endpoint of [users.mailVerification, users.mailPasswordReset])
    expect((await admin.call(endpoint, { params: { id } })).status).toBe(200)
  const [confirmation, reset] = [await confirmationFor(email), await passwordLinkFor(email, 'password-reset')]
  expect((await replace(id, newAddress())).status).toBe(200)
  expect(await choose(reset, 'a secret of a thief')).toMatchObject({ status: 400, message: LINK_EXPIRED })
  const answer = await stranger().call(session.verifyEmail, { body: { token: confirmation } })
  expect(answer).toMatchObject({ status: 400, message: LINK_EXPIRED })
  expect((await stored(id))?.emailVerifiedAt).toBeNull()
})

test('an applicant who mistyped the address gets the account, and the stranger nothing', async () => {
  const organizationId = await newOrganization()
  const mistyped = await makeUser(db, { organizationId, role: 'org_admin', status: 'pending' })
  await db.update(organizations).set({ contactEmail: mistyped.email }).where(eq(organizations.id, organizationId))
  await mailPasswordReset(platform, mistyped.email)
  const link = await passwordLinkFor(mistyped.email, 'password-reset')
  const right = newAddress()
  expect(await replace(mistyped.id, right)).toMatchObject({ status: 200, body: { status: 'pending', email: right } })
  expect(await mailsTo(mistyped.email)).toEqual(['password-reset'])
  expect(await choose(link, 'a secret of a stranger')).toMatchObject({ status: 400, message: LINK_EXPIRED })
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, organizationId))
  expect(organization?.contactEmail).toBe(right)
  expect((await entriesAbout(organizationId))[0]).toMatchObject({ changes: { contactEmail: [mistyped.email, right] } })

  await admin.call(users.activate, { params: mistyped })
  expect((await enterPassword(right)).status).toBe(401)
  expect((await choose(await passwordLinkFor(right, 'email-replaced'), 'a secret of the owner')).status).toBe(200)
  expect((await enterPassword(right, 'a secret of the owner')).body).toMatchObject({ isEmailVerified: true })
})

test('a suspended account that was taken over stays suspended, and is reactivated for its owner', async () => {
  const { person, stolen } = await takenOver()
  const own = newAddress()
  await admin.call(users.suspend, { params: person.user, body: { reason: 'Taken over' } })
  expect(await replace(person.user.id, own)).toMatchObject({ status: 200, body: { status: 'suspended' } })
  expect((await choose(await passwordLinkFor(own, 'email-replaced'), 'a secret of the owner')).status).toBe(200)
  expect((await enterPassword(own, 'a secret of the owner')).status).toBe(403)
  await admin.call(users.reactivate, { params: person.user })
  expect((await enterPassword(own, 'a secret of the owner')).status).toBe(200)
  expect((await enterPassword(stolen)).status).toBe(401)
})

test('an address in use, the same one and staff are refused, and nothing changes', async () => {
  const person = await signIn()
  const { id, email } = person.user
  const other = await newUser({ role: 'agent' })
  expect(await replace(id, other.email.toUpperCase())).toMatchObject({
    status: 409,
    body: { errors: { email: 'An account with this email address already exists.' } },
  })
  expect(await replace(id, email.toUpperCase())).toMatchObject({ status: 400 })
  expect(await replace(id, 'no address')).toMatchObject({ status: 400 })
  expect(await replace(other.id, newAddress())).toMatchObject({
    status: 409,
    message: 'Staff change their address themselves, or get another account.',
  })
  expect((await person.call(session.currentUser)).body).toMatchObject({ email })
  expect(await mailsTo(email)).toEqual([])
  expect(await actionsOf(person)).toEqual([])
})

test('of several at once, one replaces the address and emails one link', async () => {
  const [person, email] = [await signIn(), newAddress()]
  const answers = await Promise.all(Array.from({ length: 6 }, () => replace(person.user.id, email)))
  expect(statusesOf(answers).filter((status) => status !== 400)).toEqual([200])
  expect(await mailsTo(email)).toEqual(['email-replaced'])
})

test('only admins may do this, and an unknown user gets a 404', async () => {
  const { user } = await signIn()
  for (const role of ['agent', 'org_admin', 'customer'] as const)
    expect((await replace(user.id, newAddress(), await signIn({ role }))).status).toBe(403)
  expect((await replace(crypto.randomUUID(), newAddress())).status).toBe(404)
})
