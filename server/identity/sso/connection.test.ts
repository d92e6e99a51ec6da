import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { NOT_PUBLIC, NO_HTTPS } from '#contract/errors.ts'
import { session } from '#contract/identity/session.ts'
import {
  ISSUER_MISMATCH,
  ISSUER_SHARED,
  ISSUER_UNREACHABLE,
  ISSUER_UNUSABLE,
  SECRET_REQUIRED,
  sso,
} from '#contract/identity/sso.ts'
import { ssoConnections } from '#server/database/schema/identity/sso.ts'
import { entriesAbout, textsTo } from '#server/testing/identity/users.ts'
import {
  addDomain,
  attempt,
  memberOf,
  newDomain,
  provider,
  read,
  REDIRECT_URI,
  save,
  verify,
  withRequiredSso,
  withSso,
} from '#server/testing/identity/sso.ts'
import { caller, db, PASSWORD, platform, signIn, statusesOf, stranger, type Person } from '#server/testing/testing.ts'

afterEach(() => {
  platform.config.outboundToAny = true
})

test('an administrator sets up the identity provider, and its secret is in no answer, log or email', async () => {
  const owner = await signIn()
  const second = await owner.colleague('org_admin')
  const redirectUri = `${REDIRECT_URI}/${owner.organizationId}`
  expect(await read(owner)).toMatchObject({ redirectUri, connection: null, domains: [], isLinked: false })
  const { body } = await save(owner, { issuer: `${provider.issuer}/.well-known/openid-configuration` })
  expect(body.connection).toMatchObject({ issuer: provider.issuer, clientId: 'portal', isRequired: false })
  expect(await read(second)).toEqual(body)
  const secret = 'a secret of the identity provider'
  const entries = await entriesAbout(owner.organizationId)
  expect(JSON.stringify([body, entries])).not.toContain(secret)
  expect(entries).toMatchObject([{ action: 'organization.sso-changed', changes: { issuer: [null, provider.issuer] } }])
  for (const { user } of [owner, second]) {
    expect(await textsTo(user.email)).toContain('Single sign-on was set up for your organization.')
    expect(await textsTo(user.email)).not.toContain(secret)
  }
})

test('members, staff and other organizations neither read nor change it', async () => {
  const { owner, domain } = await withSso()
  const [member, agent, admin, other] = [
    await owner.colleague('customer'),
    await signIn({ role: 'agent' }),
    await signIn({ role: 'admin' }),
    await signIn(),
  ]
  const [known] = (await read(owner)).domains
  for (const person of [member, agent, admin]) {
    const calls = [
      person.call(sso.read),
      save(person),
      addDomain(person, newDomain()),
      person.call(sso.remove),
      person.call(sso.changeRule, { body: { isRequired: true } }),
    ]
    expect(statusesOf(await Promise.all(calls))).toEqual([403, 403, 403, 403, 403])
  }
  expect((await verify(other, known!)).status).toBe(404)
  expect((await other.call(sso.removeDomain, { params: known! })).status).toBe(404)
  expect((await read(other)).domains).toEqual([])
  expect((await read(owner)).domains).toMatchObject([{ domain, isVerified: true }])
  expect((await stranger().call(sso.read)).status).toBe(401)
})

test('saving what is there already changes nothing and emails no one', async () => {
  const { owner } = await withRequiredSso()
  const [before, mails] = [await read(owner), await textsTo(owner.user.email)]
  expect((await save(owner, { clientSecret: '' })).body).toEqual(before)
  expect(await textsTo(owner.user.email)).toBe(mails)
})

/** An identity provider that describes itself like this. */
async function described(configuration: (issuer: string) => object) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(configuration(issuer)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return issuer
}

const usable = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
})

test.for<[string, string, (issuer: string) => object]>([
  ['that names another issuer', ISSUER_MISMATCH, () => usable('https://login.elsewhere.example')],
  ['whose issuer has two lines', ISSUER_MISMATCH, (issuer) => ({ ...usable(issuer), issuer: `${issuer}/\n` })],
  ['whose issuer cannot be stored', ISSUER_MISMATCH, (issuer) => ({ ...usable(issuer), issuer: `\0${issuer}` })],
  [
    'whose issuer is long',
    ISSUER_MISMATCH,
    (issuer) => ({ ...usable(issuer), issuer: `${issuer}${'/.'.repeat(1000)}` }),
  ],
  ['that lists nothing', ISSUER_UNUSABLE, (issuer) => ({ ...usable(issuer), response_types_supported: 1 })],
  ['of many tenants', ISSUER_MISMATCH, (issuer) => usable(`${issuer}/{tenant}`)],
  ['without codes', ISSUER_UNUSABLE, (issuer) => ({ ...usable(issuer), response_types_supported: ['id_token'] })],
  ['without keys', ISSUER_UNUSABLE, (issuer) => ({ ...usable(issuer), jwks_uri: undefined })],
  [
    'that runs a script',
    ISSUER_UNUSABLE,
    (issuer) => ({ ...usable(issuer), authorization_endpoint: 'javascript:alert(1)' }),
  ],
  ['that is none', ISSUER_UNREACHABLE, () => []],
  ['with an endless answer', ISSUER_UNREACHABLE, () => ({ filler: 'x'.repeat(2_000_000) })],
])('an identity provider %s is refused', async ([, message, configuration]) => {
  const owner = await signIn()
  const { status, body } = await save(owner, { issuer: await described(configuration) })
  expect([status, body]).toEqual([400, { message, errors: { issuer: message } }])
  expect((await read(owner)).connection).toBeNull()
})

test.for([
  ['http://login.example.com', NO_HTTPS],
  ['https://127.0.0.1', NOT_PUBLIC],
  ['https://[::ffff:10.0.0.1]', NOT_PUBLIC],
  ['https://169.254.169.254', NOT_PUBLIC],
  ['https://localhost', NOT_PUBLIC],
])('%s is refused, because customers must not reach the network of the portal', async ([issuer, message]) => {
  const owner = await signIn()
  platform.config.outboundToAny = false
  const { status, body } = await save(owner, { issuer })
  expect([status, body]).toEqual([400, { message, errors: { issuer: message } }])
})

test.for([
  'https://gitlab.com',
  'https://appleid.apple.com',
  'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
])('%s is refused, because everyone can have an account there', async (issuer) => {
  const { body } = await save(await signIn(), { issuer })
  expect(body).toMatchObject({ errors: { issuer: ISSUER_SHARED } })
})

test('an address that is not one, and a first setup without a secret, name their fields', async () => {
  const owner = await signIn()
  for (const issuer of [
    '',
    'login.example.com',
    'ftp://login.example.com',
    'https://user@login.example.com',
    'https://a.example?b',
  ])
    expect([issuer, (await save(owner, { issuer })).body]).toMatchObject([
      issuer,
      { errors: { issuer: expect.any(String) } },
    ])
  expect((await save(owner, { clientId: '' })).body).toMatchObject({ errors: { clientId: expect.any(String) } })
  expect((await save(owner, { clientSecret: '' })).body).toMatchObject({ errors: { clientSecret: SECRET_REQUIRED } })
})

test('without the identity provider or the domain, members sign in with their passwords again', async () => {
  const [one, other] = [await withRequiredSso(), await withRequiredSso()]
  await one.owner.call(sso.remove)
  expect(await read(one.owner)).toMatchObject({ connection: null, linkedMembers: 0, domains: [{ isVerified: true }] })
  expect((await one.owner.call(sso.remove)).status).toBe(200)
  const [domain] = (await read(other.owner)).domains
  await other.owner.call(sso.removeDomain, { params: domain! })
  for (const place of [one, other]) {
    const { email } = await memberOf(place)
    expect((await stranger().call(session.login, { body: { email, password: PASSWORD } })).status).toBe(200)
    expect((await stranger().call(sso.start, { body: { address: email } })).status).toBe(404)
  }
})

test('the secret is sealed in the database', async () => {
  const { organizationId } = await withSso()
  const [row] = await db.select().from(ssoConnections).where(eq(ssoConnections.organizationId, organizationId))
  expect(platform.seal.open(row?.clientSecret ?? '')).toBe('a secret of the identity provider')
})

test('what an identity provider opened ends when it is removed or replaced, except for the administrator who does it', async () => {
  for (const end of [
    (owner: Person) => owner.call(sso.remove),
    (owner: Person) => save(owner, { clientId: 'another' }),
  ]) {
    const place = await withSso()
    const sessionOf = async (address: string) => {
      const { answer } = await attempt({ address })
      const [, cookie] = answer.cookies.map(({ name, value }) => `${name}=${value}`)
      return caller({ cookie: cookie ?? '' })
    }
    const { email } = await memberOf(place)
    const [member, own] = [await sessionOf(email), await sessionOf(place.owner.user.email)]
    const withPassword = await stranger().call(session.login, { body: { email, password: PASSWORD } })
    expect((await end({ ...place.owner, ...own })).status).toBe(200)
    const after = await Promise.all([member, own, place.owner].map((person) => person.call(session.currentUser)))
    expect(after.map(({ status }) => status)).toEqual([401, 200, 200])
    const cookie = withPassword.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    expect((await caller({ cookie }).call(session.currentUser)).status).toBe(200)
  }
})
