import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ACCOUNT_SUSPENDED, session } from '#contract/identity/session.ts'
import {
  noAccountFor,
  noSsoFor,
  PROVIDER_SILENT,
  SSO_EXPIRED,
  SSO_OTHER_PERSON,
  SSO_REFUSED,
  SSO_WITHOUT_EMAIL,
  sso,
} from '#contract/identity/sso.ts'
import { team } from '#contract/identity/team.ts'
import { emails } from '#server/database/schema/emails.ts'
import { ssoConnections, ssoRequests } from '#server/database/schema/identity/sso.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { visitProvider, type Claims } from '#server/testing/identity/identity-provider.ts'
import { startLyingProvider } from '#server/testing/identity/lying-provider.ts'
import { entriesAbout, mailsTo } from '#server/testing/identity/users.ts'
import {
  addDomain,
  attempt,
  leave,
  memberOf,
  newDomain,
  provider,
  read,
  REDIRECT_URI,
  save,
  withSso,
} from '#server/testing/identity/sso.ts'
import { list } from '#server/testing/operations/audit.ts'
import { caller, db, newUser, signIn, statusesOf, stranger } from '#server/testing/testing.ts'

const linksTo = async (email: string) => (await mailsTo(email)).filter((kind) => kind === 'sso-linked')

test('a member signs in with the identity provider and comes back to the page', async () => {
  const member = await memberOf(await withSso())
  await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, member.id))
  const { answer } = await attempt({ address: member.email.toUpperCase(), next: '/licenses?search=a' })
  const user = { id: member.id, isEmailVerified: true }
  expect([answer.status, answer.body]).toMatchObject([200, { user, next: '/licenses?search=a' }])
  const [, cookie] = answer.cookies.map(({ name, value }) => `${name}=${value}`)
  const { body } = await caller({ cookie: cookie ?? '' }).call(session.currentUser)
  expect(body).toMatchObject(user)
  const [entry] = await entriesAbout(member.id)
  expect(entry).toMatchObject({ action: 'session.opened', changes: { method: [null, 'single sign-on'] } })
})

test('a next page outside of the portal is ignored', async () => {
  const member = await memberOf(await withSso())
  expect((await attempt({ address: member.email, next: '//evil.example' })).answer.body.next).toBeNull()
})

test('after the first sign-in the subject counts, and only the first one is emailed', async () => {
  const member = await memberOf(await withSso())
  await attempt({ address: member.email, accountId: member.id })
  const renamed = await attempt({
    address: member.email,
    accountId: member.id,
    claims: { email: 'someone@elsewhere.example' },
  })
  expect(renamed.answer.body.user.id).toBe(member.id)
  expect(await linksTo(member.email)).toHaveLength(1)
})

test('the email about a new browser leads to the identity provider, not to a new password', async () => {
  const member = await memberOf(await withSso())
  for (const _browser of [1, 2]) await attempt({ address: member.email })
  const mails = await db.select().from(emails).where(eq(emails.to, member.email))
  const notice = mails.find(({ kind }) => kind === 'new-sign-in')
  expect(notice?.text).toContain('change your password at the identity provider of your organization')
  expect(notice?.text).not.toContain('Forgot your password?')
})

test('another account at the identity provider with the same address is let in only after the first one was unlinked', async () => {
  const { owner, ...place } = await withSso()
  const member = await memberOf(place)
  await attempt({ address: member.email, accountId: randomUUID() })
  const successor = { address: member.email, accountId: randomUUID() }
  const { answer } = await attempt(successor)
  expect([answer.status, answer.message]).toEqual([403, SSO_OTHER_PERSON])
  await owner.call(team.remove, { params: member })
  await owner.call(team.reactivate, { params: member })
  expect((await attempt(successor)).answer.body.user.id).toBe(member.id)
  expect(await linksTo(member.email)).toHaveLength(2)
})

test('unknown and unverified domains have no single sign-on, with or without an account', async () => {
  const { owner } = await withSso()
  const [unknown, unverified] = [newDomain(), newDomain()]
  await addDomain(owner, unverified)
  await newUser({ role: 'customer', organizationId: owner.organizationId, email: `known@${unknown}` })
  for (const [address, domain] of [
    [`known@${unknown}`, unknown],
    [`unknown@${unknown}`, unknown],
    [unverified, unverified],
  ]) {
    const { status, message } = await stranger().call(sso.start, { body: { address } })
    expect([status, message]).toEqual([404, noSsoFor(domain ?? '')])
  }
  const endless = `${'.'.repeat(60_000)}@@`
  for (const address of ['', 'nonsense', 'a@b', `${'a'.repeat(250)}@a.example`, endless])
    expect([address, (await stranger().call(sso.start, { body: { address } })).status]).toEqual([address, 400])
})

test('the identity provider is believed only about members of its organization, at its domains', async () => {
  const [ours, theirs] = [await withSso(), await withSso()]
  const [member, foreigner] = [await memberOf(ours), await memberOf(theirs)]
  const elsewhere = await newUser({
    role: 'customer',
    organizationId: theirs.organizationId,
    email: `x@${ours.domain}`,
  })
  const admin = await signIn({ role: 'admin' })
  await db
    .update(users)
    .set({ email: `staff@${ours.domain}` })
    .where(eq(users.id, admin.user.id))
  const claimed = async (claims: Claims, accountId: string = randomUUID()) => {
    const { answer } = await attempt({ address: member.email, accountId, claims })
    return [answer.status, answer.message, answer.cookies]
  }
  expect(await claimed({ email: foreigner.email })).toEqual([403, SSO_WITHOUT_EMAIL, []])
  expect(await claimed({ email: undefined })).toEqual([403, SSO_WITHOUT_EMAIL, []])
  expect(await claimed({ email_verified: false })).toEqual([403, SSO_WITHOUT_EMAIL, []])
  expect(await claimed({ email: `a@${ours.domain}@evil.example` })).toEqual([403, SSO_WITHOUT_EMAIL, []])
  const stranger = `stranger@${ours.domain}`
  expect(await claimed({ email: stranger })).toEqual([403, noAccountFor(stranger), []])
  expect(await claimed({ email: elsewhere.email })).toEqual([403, noAccountFor(elsewhere.email), []])
  expect(await claimed({ email: `staff@${ours.domain}` })).toEqual([403, noAccountFor(`staff@${ours.domain}`), []])
})

test('accounts that are suspended or wait for approval stay closed', async () => {
  const place = await withSso()
  const [suspended, pending] = [await memberOf(place), await memberOf(place)]
  await db.update(users).set({ status: 'suspended' }).where(eq(users.id, suspended.id))
  await db.update(users).set({ status: 'pending' }).where(eq(users.id, pending.id))
  const { answer } = await attempt({ address: suspended.email })
  expect([answer.status, answer.message]).toEqual([403, ACCOUNT_SUSPENDED])
  expect((await attempt({ address: pending.email })).answer).toMatchObject({ status: 403, body: { pending: {} } })
})

test('only the browser that left comes back, once, in time and with its own answer', async () => {
  const place = await withSso()
  const [one, other] = [await memberOf(place), await memberOf(place)]
  const { visitor, params } = await leave({ address: one.email })
  const refused = async (call: Promise<{ status: number; message: string }>) => {
    const { status, message } = await call
    return [status, message]
  }
  expect(await refused(stranger().call(sso.signIn, { body: params }))).toEqual([401, SSO_EXPIRED])
  const both = await Promise.all([1, 2].map(() => visitor.call(sso.signIn, { body: params })))
  expect(statusesOf(both)).toEqual([200, 401])

  const [mine, theirs] = [await leave({ address: one.email }), await leave({ address: other.email })]
  expect(await refused(mine.visitor.call(sso.signIn, { body: theirs.params }))).toEqual([401, SSO_EXPIRED])
  const forged = { ...(await leave({ address: one.email })).params, state: theirs.params.state }
  expect(await refused(theirs.visitor.call(sso.signIn, { body: forged }))).toEqual([401, SSO_REFUSED])
  // An answer that belongs to an earlier tab ends nothing.
  expect((await mine.visitor.call(sso.signIn, { body: mine.params })).status).toBe(200)

  const late = await leave({ address: one.email })
  await db.update(ssoRequests).set({ expiresAt: '2020-01-01T00:00:00Z' })
  expect(await refused(late.visitor.call(sso.signIn, { body: late.params }))).toEqual([401, SSO_EXPIRED])
})

test.for([
  ['another issuer', { iss: 'https://evil.example' }],
  ['a made-up code', { code: 'made-up' }],
])('%s is refused, and the organization reads of it', async ([, change]) => {
  const place = await withSso()
  const member = await memberOf(place)
  const { visitor, params } = await leave({ address: member.email })
  const { status, message } = await visitor.call(sso.signIn, { body: { ...params, ...(change as object) } })
  expect([status, message]).toEqual([401, SSO_REFUSED])
  const [entry] = (await list(place.owner)).body
  expect(entry).toMatchObject({
    action: 'session.opened',
    outcome: 'refused',
    changes: { method: [null, 'single sign-on'] },
  })
})

test('an identity provider that is away is named before the browser leaves', async () => {
  const place = await withSso()
  const member = await memberOf(place)
  await db
    .update(ssoConnections)
    .set({ issuer: 'http://127.0.0.1:9' })
    .where(eq(ssoConnections.organizationId, place.organizationId))
  const { status, message } = await stranger().call(sso.start, { body: { address: member.email } })
  expect([status, message]).toEqual([409, PROVIDER_SILENT])
  expect((await list(place.owner)).body).toMatchObject([
    {
      action: 'session.opened',
      outcome: 'refused',
      changes: { reason: [null, 'identity provider: connection failed (ECONNREFUSED)'] },
    },
    {},
    {},
  ])
})

test('a sign-in on its way does not survive a change of the identity provider', async () => {
  const place = await withSso()
  const member = await memberOf(place)
  const first = await leave({ address: member.email })
  await save(place.owner, { clientId: 'another', clientSecret: 'another secret' })
  expect((await first.visitor.call(sso.signIn, { body: first.params })).message).toBe(SSO_EXPIRED)
  expect((await read(place.owner)).linkedMembers).toBe(0)
})

test('no identity provider gets the answer of another one, with which a stranger could sign in', async () => {
  const [place, evilPlace] = [await withSso(), await withSso()]
  const member = await memberOf(place)
  const evil = await startLyingProvider()
  await save(evilPlace.owner, { issuer: evil.issuer })
  const theirs = await start(place.domain)
  const lured = await start(evilPlace.domain)
  // The stranger's provider sends the member on to the honest one, which knows them and names itself in no answer.
  const further = new URL(theirs.url)
  further.searchParams.set('state', lured.state)
  provider.signsIn(member.id, { email: member.email, email_verified: true })
  const { iss: _, ...params } = await visitProvider(further.href, REDIRECT_URI)
  const asked = evil.asked.length
  const { status, message } = await lured.visitor.call(sso.signIn, { body: params })
  expect([status, message]).toEqual([401, SSO_EXPIRED])
  expect(evil.asked.slice(asked)).toEqual([])
})

async function start(address: string) {
  const { body, cookies } = await stranger().call(sso.start, { body: { address } })
  const [cookie] = cookies
  const visitor = caller({ cookie: `${cookie?.name}=${cookie?.value}` })
  return { url: body.url, state: new URL(body.url).searchParams.get('state') ?? '', visitor }
}
