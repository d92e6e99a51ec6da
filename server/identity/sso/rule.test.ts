import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#contract/identity/account.ts'
import { mfa, MFA_SETUP } from '#contract/identity/mfa.ts'
import { session, WRONG_CREDENTIALS, SSO_REQUIRED } from '#contract/identity/session.ts'
import { KEEP_DOMAIN, OWN_SSO_FIRST, SSO_NOT_SET_UP, USE_SSO, VERIFY_FIRST } from '#contract/identity/sso.ts'
import { team } from '#contract/identity/team.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { makeSecondFactor } from '#demo/rows/users.ts'
import { sessions } from '#server/database/schema/identity/users.ts'
import { confirmationFor } from '#server/testing/identity/account.ts'
import { addPasskeyOf, signInWith } from '#server/testing/identity/passkeys.ts'
import {
  attempt,
  memberOf,
  newDomain,
  read,
  requireSso,
  save,
  withRequiredSso,
  withSso,
} from '#server/testing/identity/sso.ts'
import { codeOf } from '#server/testing/identity/session.ts'
import { mailsTo } from '#server/testing/identity/users.ts'
import { caller, db, newUser, PASSWORD, signIn, statusesOf, stranger, times } from '#server/testing/testing.ts'

const byPassword = (email: string, password = PASSWORD) => stranger().call(session.login, { body: { email, password } })

test('it can be required once a domain is verified and the administrator has used it', async () => {
  const owner = await signIn()
  const refusal = async () => (await requireSso(owner)).message
  expect(await refusal()).toBe(SSO_NOT_SET_UP)
  await save(owner)
  expect(await refusal()).toBe(VERIFY_FIRST)
  const place = await withSso()
  expect((await requireSso(place.owner)).message).toBe(OWN_SSO_FIRST)
  await attempt({ address: place.owner.user.email })
  const { body } = await requireSso(place.owner)
  expect(body).toMatchObject({ isLinked: true, linkedMembers: 1, connection: { isRequired: true } })
  expect((await mailsTo(place.owner.user.email)).filter((kind) => kind === 'sso-changed')).toHaveLength(1)
})

test('changes of the rule are limited, because administrators are emailed', async () => {
  const place = await withRequiredSso()
  const answers = await times(70, (index) => requireSso(place.owner, index % 2 === 0))
  expect(statusesOf(answers)).toContain(429)
})

test('members with an address at the domain then need it, and only a right password learns so', async () => {
  const place = await withRequiredSso()
  const member = await memberOf(place)
  expect((await byPassword(member.email, 'a wrong password')).message).toBe(WRONG_CREDENTIALS)
  const { status, body } = await byPassword(member.email)
  expect([status, body]).toEqual([403, { message: USE_SSO, code: SSO_REQUIRED }])
  expect((await attempt({ address: member.email })).answer.status).toBe(200)
  await requireSso(place.owner, false)
  expect((await byPassword(member.email)).status).toBe(200)
})

test('administrators and people with other addresses keep their passwords', async () => {
  const { owner, organizationId } = await withRequiredSso()
  expect((await byPassword(owner.user.email)).status).toBe(200)
  const contractor = await newUser({ role: 'customer', organizationId })
  expect((await byPassword(contractor.email)).status).toBe(200)
})

test('neither a passkey nor a code is a way around it', async () => {
  const place = await withSso()
  const member = await memberOf(place)
  const { cookie } = await sessionOf(member.email)
  const person = { ...caller({ cookie }), user: member } as Awaited<ReturnType<typeof signIn>>
  const { authenticator } = await addPasskeyOf(person)
  const secret = await makeSecondFactor(db, member.id)
  const first = await byPassword(member.email)
  const [challenge] = first.cookies
  await attempt({ address: place.owner.user.email })
  await requireSso(place.owner)
  expect((await signInWith(authenticator)).body).toMatchObject({ code: SSO_REQUIRED })
  const waiting = caller({ cookie: `${challenge?.name}=${challenge?.value}` })
  expect((await waiting.call(mfa.signIn, { body: { code: codeOf(secret) } })).body).toMatchObject({
    code: SSO_REQUIRED,
  })
  expect(await person.call(session.currentUser)).toMatchObject({ status: 200 })
})

async function sessionOf(email: string) {
  const { answer } = await attempt({ address: email })
  const found = answer.cookies.find(({ name }) => name.endsWith('session'))
  return { cookie: `${found?.name}=${found?.value}` }
}

test('a member who must use it cannot move to an address elsewhere', async () => {
  const place = await withRequiredSso()
  const member = await memberOf(place)
  const person = caller(await sessionOf(member.email))
  const move = (email: string) => person.call(account.changeEmail, { body: { email, password: PASSWORD } })
  const { status, body } = await move('private@elsewhere.example')
  expect([status, body]).toEqual([400, { message: KEEP_DOMAIN, errors: { email: KEEP_DOMAIN } }])
  expect((await move(`renamed@${place.domain.toUpperCase()}`)).status).toBe(200)
  await requireSso(place.owner, false)
  expect((await move('private@elsewhere.example')).status).toBe(200)
})

test('a move to an address elsewhere that was asked for before is not confirmed', async () => {
  const place = await withSso()
  const member = await memberOf(place)
  const email = `private@${newDomain()}`
  await caller(await sessionOf(member.email)).call(account.changeEmail, { body: { email, password: PASSWORD } })
  await attempt({ address: place.owner.user.email })
  await requireSso(place.owner)
  const confirm = () => stranger().call(session.verifyEmail, { body: { token } })
  const token = await confirmationFor(email)
  expect((await confirm()).message).toBe(KEEP_DOMAIN)
  await requireSso(place.owner, false)
  expect((await confirm()).status).toBe(200)
})

test('a session of single sign-on needs no second factor of the portal', async () => {
  const place = await withSso()
  const member = await memberOf(place)
  await makeSecondFactor(db, place.owner.user.id)
  expect((await place.owner.call(team.changeMfaRule, { body: { isRequired: true } })).status).toBe(200)
  const [signedIn] = (await byPassword(member.email)).cookies
  const withPassword = caller({ cookie: `${signedIn?.name}=${signedIn?.value}` })
  expect((await withPassword.call(licenses.list)).body).toMatchObject({ code: MFA_SETUP })
  const bySso = caller(await sessionOf(member.email))
  expect((await bySso.call(licenses.list)).status).toBe(200)
  expect((await bySso.call(session.currentUser)).body).toMatchObject({ isMfaRequired: true, isSso: true })
  const changed = await bySso.call(account.changePassword, {
    body: { currentPassword: PASSWORD, newPassword: 'another long enough secret' },
  })
  const [renewed] = changed.cookies
  const after = caller({ cookie: `${renewed?.name}=${renewed?.value}` })
  expect((await after.call(licenses.list)).status).toBe(200)
})

test('a password change prolongs neither a session of single sign-on nor one from before it was required', async () => {
  const place = await withSso()
  const [bySso, byPasswordBefore, free] = [await memberOf(place), await memberOf(place), await signIn()]
  const [opened] = (await byPassword(byPasswordBefore.email)).cookies
  await attempt({ address: place.owner.user.email })
  const people = [
    { id: bySso.id, ...caller(await sessionOf(bySso.email)) },
    { id: byPasswordBefore.id, ...caller({ cookie: `${opened?.name}=${opened?.value}` }) },
    { id: free.user.id, call: free.call },
  ]
  await requireSso(place.owner)
  const endsOf = async ({ id, call }: (typeof people)[number]) => {
    const ofPerson = eq(sessions.userId, id)
    await db.update(sessions).set({ createdAt: HOURS_AGO, expiresAt: IN_AN_HOUR }).where(ofPerson)
    const body = { currentPassword: PASSWORD, newPassword: 'another long enough secret' }
    expect((await call(account.changePassword, { body })).status).toBe(200)
    const [now] = await db.select().from(sessions).where(ofPerson)
    return [now?.createdAt, now?.expiresAt]
  }
  const [sso, before, other] = [await endsOf(people[0]!), await endsOf(people[1]!), await endsOf(people[2]!)]
  expect([sso, before]).toEqual([
    [HOURS_AGO, IN_AN_HOUR],
    [HOURS_AGO, IN_AN_HOUR],
  ])
  expect(other).not.toContain(HOURS_AGO)
})

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const [HOURS_AGO, IN_AN_HOUR] = [inHours(-2), inHours(1)]

test('another client unlinks everyone and requires nothing; a new secret changes neither', async () => {
  const { owner } = await withRequiredSso()
  const { body } = await save(owner, { clientSecret: 'a new secret' })
  expect(body).toMatchObject({ linkedMembers: 1, connection: { isRequired: true } })
  await save(owner, { clientId: 'another', clientSecret: undefined })
  expect(await read(owner)).toMatchObject({ linkedMembers: 1, connection: { clientId: 'portal' } })
  await save(owner, { clientId: 'another', clientSecret: 'its secret' })
  expect(await read(owner)).toMatchObject({
    linkedMembers: 0,
    isLinked: false,
    connection: { clientId: 'another', isRequired: false },
  })
})
