import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { NOT_PUBLIC } from '#contract/errors.ts'
import { ISSUER_UNREACHABLE, PROVIDER_SILENT, SSO_REFUSED, SSO_WITHOUT_EMAIL, sso } from '#contract/identity/sso.ts'
import { ssoConnections } from '#server/database/schema/identity/sso.ts'
import { refusalOf } from '#server/platform/http/errors.ts'
import type { Claims } from '#server/testing/identity/identity-provider.ts'
import { CLIENT, visitProvider } from '#server/testing/identity/identity-provider.ts'
import { leave, memberOf, REDIRECT_URI, save, useProvider, withSso } from '#server/testing/identity/sso.ts'
import { startLyingProvider, startSilentProvider, type Answers } from '#server/testing/identity/lying-provider.ts'
import { list } from '#server/testing/operations/audit.ts'
import { caller, db, stranger } from '#server/testing/testing.ts'
import { findAccountFor } from './people.ts'
import { failureIn } from './provider.ts'

type Peer = Awaited<ReturnType<typeof useProvider>>

async function signInAt(peer: Peer, address: string, claims: Claims = {}) {
  const started = await stranger().call(sso.start, { body: { address } })
  peer.signsIn(address, { email: address, email_verified: true, ...claims })
  const params = await visitProvider(started.body.url, REDIRECT_URI)
  const [cookie] = started.cookies
  return caller({ cookie: `${cookie?.name}=${cookie?.value}` }).call(sso.signIn, { body: params })
}

test.for<[string, Parameters<typeof useProvider>[1]]>([
  ['writes the address into the token', { settings: { conformIdTokenClaims: false } }],
  [
    'takes the secret only in a header',
    {
      settings: { clientAuthMethods: ['client_secret_basic'] },
      client: { token_endpoint_auth_method: 'client_secret_basic' },
    },
  ],
  ['signs with an elliptic curve', { client: { id_token_signed_response_alg: 'ES256' } }],
])('an identity provider that %s works', async ([, options]) => {
  const place = await withSso()
  const peer = await useProvider(place.owner, options)
  const member = await memberOf(place)
  const { status, body } = await signInAt(peer, member.email)
  expect([status, body.user?.id]).toEqual([200, member.id])
})

test('a secret that the identity provider does not know is refused at the sign-in', async () => {
  const place = await withSso()
  const peer = await useProvider(place.owner, {})
  await save(place.owner, { issuer: peer.issuer, clientSecret: `not ${CLIENT.clientSecret}` })
  const { status, message } = await signInAt(peer, (await memberOf(place)).email)
  expect([status, message]).toEqual([401, SSO_REFUSED])
})

test('Google is believed only about people of a verified Workspace, whatever address an account has', async () => {
  const place = await withSso()
  const member = await memberOf(place)
  const google = { issuer: 'https://accounts.google.com', organizationId: place.organizationId }
  const person = { subject: '1', email: member.email, isEmailVerified: true, firstName: undefined, lastName: undefined }
  const found = (hostedDomain: string | undefined) =>
    findAccountFor(db, google, { ...person, hostedDomain }, (_reason, refusal) => Promise.reject(refusal))
  for (const hostedDomain of [undefined, 'elsewhere.example'])
    expect(await refusalOf(() => found(hostedDomain))).toBe(SSO_WITHOUT_EMAIL)
  expect((await found(place.domain))?.id).toBe(member.id)
})

/** The member signs in at an identity provider that answers like this. `reason`: what their administrators then read. */
async function answered(answersFor: (email: string) => Answers) {
  const place = await withSso()
  const { email } = await memberOf(place)
  const peer = await startLyingProvider()
  expect((await save(place.owner, { issuer: peer.issuer })).status).toBe(200)
  peer.answer(answersFor(email))
  const started = await stranger().call(sso.start, { body: { address: email } })
  const { state, nonce } = Object.fromEntries(new URL(started.body.url).searchParams)
  peer.answer({ ...answersFor(email), nonce })
  const [cookie] = started.cookies
  const visitor = caller({ cookie: `${cookie?.name}=${cookie?.value}` })
  const { status, message } = await visitor.call(sso.signIn, {
    body: { organizationId: place.organizationId, code: 'code', state },
  })
  const [entry] = (await list(place.owner)).body
  return { status, message, reason: entry?.changes.reason?.[1] }
}

const withClaims = (claims: object) => (email: string) => ({ claims: { email, ...claims } })
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

test.for<[string, object]>([
  ['without a word about the address', {}],
  ['with yes as a text', { email_verified: 'true' }],
  ['of a clock two minutes ahead', { iat: inSeconds(120), nbf: inSeconds(120), exp: inSeconds(180) }],
  ['of a clock two minutes behind', { iat: inSeconds(-120), exp: inSeconds(-60) }],
  ['with names that are none', { given_name: 5, family_name: ['x'], name: {} }],
])('an ID token %s is believed', async ([, claims]) => {
  expect((await answered(withClaims(claims))).status).toBe(200)
})

test.for<[string, (email: string) => Answers]>([
  ['of another client', withClaims({ aud: 'another' })],
  ['of two clients', withClaims({ aud: ['portal', 'another'] })],
  ['of another issuer', withClaims({ iss: 'https://evil.example' })],
  ['of another sign-in', withClaims({ nonce: 'another' })],
  ['that is old', withClaims({ exp: inSeconds(-600) })],
  ['without a signature', (email) => ({ claims: { email }, header: { alg: 'none' } })],
  ['signed with the secret of the client', (email) => ({ claims: { email }, header: { alg: 'HS256' } })],
  ['without a subject', withClaims({ sub: '' })],
  ['with a subject that cannot be stored', withClaims({ sub: 'a\0b' })],
  ['with half a character in the subject', withClaims({ sub: 'a\ud800b' })],
  ['with an endless subject', withClaims({ sub: randomBytes(9000).toString('hex') })],
  ['about someone else than the claims', (email) => ({ person: { sub: 'another', email } })],
])('an ID token %s is refused, and the administrators read of it', async ([, answersFor]) => {
  const { status, message, reason } = await answered(answersFor)
  expect([status, message]).toEqual([401, SSO_REFUSED])
  expect(reason).toMatch(/^identity provider: /)
})

test.for<[string, (email: string) => Answers]>([
  ['that is not verified', withClaims({ email_verified: false })],
  ['whose domain the owner has not proved, of Entra ID', withClaims({ email_verified: undefined, xms_edov: 0 })],
  ['that is nothing about being verified', withClaims({ email_verified: null })],
  ['that is not verified, as a text', withClaims({ email_verified: 'false' })],
  ['that is verified by no word we know', withClaims({ email_verified: 'perhaps' })],
  ['that cannot be stored', (email) => ({ claims: { email: `a\0${email}` } })],
  ['without an end', (email) => ({ claims: { email: `${'a'.repeat(1000)}${email}` } })],
  ['that is a list', (email) => ({ claims: { email: [email] } })],
  ['nowhere', () => ({ description: { userinfo_endpoint: undefined } })],
])('an address %s is refused', async ([, answersFor]) => {
  const { status, message } = await answered(answersFor)
  expect([status, message]).toEqual([403, SSO_WITHOUT_EMAIL])
})

const failing =
  (status: number, body: object, headers = {}) =>
  () => ({ token: { status, body, headers } })

test.for<[string, string, () => Answers]>([
  ['an unknown client', 'client ID or secret refused', failing(401, { error: 'invalid_client' })],
  [
    'an unknown client and how to prove it',
    'client ID or secret refused',
    failing(401, { error: 'invalid_client' }, { 'www-authenticate': 'Basic realm="x"' }),
  ],
  ['a known code', 'invalid_grant', failing(400, { error: 'invalid_grant' })],
  ['text for our log', 'no valid answer', failing(400, { error: '<b>Call 0900</b>' })],
  ['text that cannot be stored', 'no valid answer', failing(400, { error: 'a\0b' })],
  ['half a character', 'no valid answer', failing(400, { error: `${'a'.repeat(59)}\u{1f600}` })],
  ['another place', 'no valid answer', failing(302, {}, { location: 'http://169.254.169.254/' })],
  ['no status', 'no valid answer', failing(999, {})],
])('an identity provider that answers with %s is refused in words', async ([, words, answersFor]) => {
  const { status, message, reason } = await answered(answersFor)
  expect([status, message, reason]).toEqual([401, SSO_REFUSED, `identity provider: ${words}`])
})

test('an identity provider whose answers never end is left before the request ends', { timeout: 20_000 }, async () => {
  const place = await withSso()
  const { email } = await memberOf(place)
  const silent = await startSilentProvider()
  const { visitor, params } = await leave({ address: email })
  await db.update(ssoConnections).set({ issuer: silent }).where(eq(ssoConnections.organizationId, place.organizationId))
  const [started, finished, saved] = await Promise.all([
    stranger().call(sso.start, { body: { address: email } }),
    visitor.call(sso.signIn, { body: params }),
    save(place.owner, { issuer: silent }),
  ])
  expect([started.status, started.message]).toEqual([409, PROVIDER_SILENT])
  expect([finished.status, finished.message]).toEqual([401, SSO_REFUSED])
  expect([saved.status, saved.message]).toEqual([400, ISSUER_UNREACHABLE])
  const [entry] = (await list(place.owner)).body
  expect(entry?.changes.reason).toEqual([null, 'identity provider: no answer in time'])
})

test.for<[string, Partial<NodeJS.ErrnoException>]>([
  ['connection failed (ECONNREFUSED)', { code: 'ECONNREFUSED' }],
  ['connection failed (CERT_HAS_EXPIRED)', { code: 'CERT_HAS_EXPIRED' }],
  ['connection failed (ETIMEDOUT)', { code: 'ETIMEDOUT' }],
  // Otherwise its description could ask for names of the vendor's network.
  ['host that is unknown, or not on the public internet', { code: 'ENOTFOUND' }],
  ['host that is unknown, or not on the public internet', { message: NOT_PUBLIC }],
  ['no valid answer', { code: 'Call 0900' }],
])('administrators read ‘%s’ of an identity provider that was not reached', ([words, failure]) => {
  expect(failureIn(new Error('', { cause: Object.assign(new Error(), failure) }))).toBe(words)
})
