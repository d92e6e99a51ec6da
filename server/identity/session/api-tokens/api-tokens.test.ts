import type { Scope } from '#contract/endpoint.ts'
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MAX_TOKENS, TOKEN_INVALID, TOO_MANY_TOKENS, apiTokens, notFrom } from '#contract/identity/api-tokens.ts'
import { team } from '#contract/identity/team.ts'
import { users } from '#contract/identity/users.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { customers } from '#contract/operations/customers.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { apiTokens as tokenTable } from '#server/database/schema/identity/api-tokens.ts'
import { bearer, withToken } from '#server/testing/identity/api-tokens.ts'
import { actionsAbout, entriesAbout, mailsTo } from '#server/testing/identity/users.ts'
import { caller, db, inDays, signIn, stranger, type Person } from '#server/testing/testing.ts'

const ascending = (one: number, other: number) => one - other
const READ: Scope[] = ['licenses:read']
const BOTH: Scope[] = ['licenses:read', 'licenses:write']
const draft = (facts: object = {}) => ({ body: { name: 'Nightly export', scopes: BOTH, ...facts } })
const create = (person: Person, facts?: object) => person.call(apiTokens.create, draft(facts))
const namesOf = async (person: Person) => (await person.call(apiTokens.list)).body.map(({ name }) => name)
const storedToken = (id: string) =>
  db
    .select()
    .from(tokenTable)
    .where(eq(tokenTable.id, id))
    .then(([row]) => row!)

test('a token is shown once, stored as a hash, and its owner is emailed', async () => {
  const owner = await signIn()
  const { status, body } = await create(owner)
  expect([status, body.token]).toEqual([201, expect.stringMatching(/^lk_[0-9A-Za-z]{49}$/)])
  expect(body).toMatchObject({ scopes: BOTH, hint: body.token.slice(-4), lastUsedAt: null, isExpired: false })
  expect(Date.parse(body.expiresAt) - Date.now()).toBeCloseTo(90 * 86_400_000, -5)
  const listed = await owner.call(apiTokens.list)
  expect(JSON.stringify([listed.body, await storedToken(body.id)])).not.toContain(body.token)
  expect(await mailsTo(owner.user.email)).toEqual(['api-token-created'])
  expect(await actionsAbout(body.id)).toEqual(['api-token.created'])
})

test('staff have their own tokens, administrators those of their organization', async () => {
  const [owner, other, admin] = [await signIn(), await signIn(), await signIn({ role: 'admin' })]
  const colleague = await owner.colleague('org_admin')
  const { id } = (await create(owner, { name: 'Ours' })).body
  const ofAdmin = (await create(admin, { name: 'Mine' })).body
  expect(await namesOf(colleague)).toEqual(['Ours'])
  expect(await namesOf(other)).toEqual([])
  expect(await namesOf(admin)).toEqual(['Mine'])
  expect((await (await owner.colleague('customer')).call(apiTokens.list)).status).toBe(403)
  for (const person of [other, admin, await signIn({ role: 'agent' })])
    expect((await person.call(apiTokens.revoke, { params: { id } })).status).toBe(404)
  expect((await owner.call(apiTokens.revoke, { params: ofAdmin })).status).toBe(404)
  expect((await colleague.call(apiTokens.revoke, { params: { id } })).status).toBe(200)
  expect((await owner.call(apiTokens.revoke, { params: { id } })).status).toBe(404)
})

test('a token reaches the organization of its owner and no other', async () => {
  const [owner, other] = [await signIn(), await signIn()]
  const own = await makeLicense(db, { organizationId: owner.organizationId, label: 'Own' })
  const foreign = await makeLicense(db, { organizationId: other.organizationId, label: 'Canary' })
  const token = await withToken(owner, BOTH)
  const listed = await token.call(licenses.list)
  expect(listed.body.map(({ label }) => label)).toEqual(['Own'])
  expect((await token.call(licenses.change, { params: own, body: { label: 'New' } })).status).toBe(200)
  for (const params of [foreign, { id: randomUUID() }]) {
    expect((await token.call(licenses.read, { params })).status).toBe(404)
    expect((await token.call(licenses.change, { params, body: { label: 'Stolen' } })).status).toBe(404)
  }
  expect((await other.call(licenses.read, { params: foreign })).body.label).toBe('Canary')
})

test('cookies beside a token are ignored, and it sets none', async () => {
  const [admin, owner] = [await signIn({ role: 'admin' }), await signIn()]
  const { token } = await withToken(owner, READ)
  const answer = await bearer(token, admin)(licenses.list)
  expect([answer.status, answer.body, answer.cookies]).toEqual([200, [], []])
  expect((await bearer(token, admin)(customers.list)).status).toBe(403)
  expect((await bearer('lk_unknown', admin)(customers.list)).status).toBe(401)
})

test('the origin is checked only for requests that may use a cookie', async () => {
  const owner = await signIn()
  const { call } = await withToken(owner, BOTH)
  const headers = { origin: 'https://tools.example', 'sec-fetch-site': 'cross-site' }
  expect((await call(licenses.create, { body: { label: 'From a tool' }, headers })).status).toBe(201)
  expect((await owner.call(licenses.create, { body: { label: 'Forged' }, headers })).status).toBe(403)
})

test('unknown, revoked and expired tokens, and those of a suspended owner, get the same 401', async () => {
  const [owner, admin] = [await signIn(), await signIn({ role: 'admin' })]
  const revoked = await withToken(owner, READ)
  await owner.call(apiTokens.revoke, { params: revoked })
  const expired = await withToken(owner, READ, { expiresAt: inDays(0) })
  await db
    .update(tokenTable)
    .set({ expiresAt: sql`now()` })
    .where(eq(tokenTable.id, expired.id))
  const suspended = await signIn()
  const last = await withToken(suspended, READ)
  expect((await last.call(licenses.list)).status).toBe(200)
  await admin.call(users.suspend, { params: suspended.user, body: { reason: 'Left' } })
  const mistyped = `${last.token.slice(0, -1)}${last.token.endsWith('0') ? '1' : '0'}`
  for (const token of [revoked.token, expired.token, last.token, mistyped, 'lk_x', 'anything']) {
    const { status, body, headers } = await bearer(token)(licenses.list)
    expect([status, body, headers['www-authenticate']]).toEqual([
      401,
      { message: TOKEN_INVALID },
      'Bearer error="invalid_token"',
    ])
  }
  await admin.call(users.reactivate, { params: suspended.user })
  expect((await last.call(licenses.list)).status).toBe(401)
  expect(await actionsAbout(last.id)).toEqual(['api-token.revoked'])
})

test('the database decides when a token expires', async () => {
  const token = await withToken(await signIn(), READ, { expiresAt: new Date(Date.now() - 86_400_000).toISOString() })
  expect((await token.call(licenses.list)).status).toBe(401)
  await db
    .update(tokenTable)
    .set({ expiresAt: sql`now() + interval '1 minute'` })
    .where(eq(tokenTable.id, token.id))
  expect((await token.call(licenses.list)).status).toBe(200)
})

test('a token ends with the role and the membership of its owner', async () => {
  const owner = await signIn()
  const [demoted, removed] = [await owner.colleague('org_admin'), await owner.colleague('org_admin')]
  const tokens = [await withToken(demoted, READ), await withToken(removed, READ), await withToken(owner, READ)]
  await owner.call(team.changeRole, { params: demoted.user, body: { role: 'customer' } })
  await owner.call(team.remove, { params: removed.user })
  await owner.call(team.changeRole, { params: demoted.user, body: { role: 'org_admin' } })
  await owner.call(team.reactivate, { params: removed.user })
  const answers = await Promise.all(tokens.map(({ call }) => call(licenses.list)))
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 200])

  const [admin, agent] = [await signIn({ role: 'admin' }), await signIn({ role: 'agent' })]
  const ofAgent = await withToken(agent, ['customers:read'])
  expect((await ofAgent.call(customers.list)).status).toBe(200)
  await admin.call(users.changeRole, { params: agent.user, body: { role: 'admin' } })
  expect((await ofAgent.call(customers.list)).status).toBe(401)
})

test('no call is answered after a revocation', async () => {
  const owner = await signIn()
  const token = await withToken(owner, READ)
  const during = Array.from({ length: 20 }, () => token.call(licenses.list))
  const revoked = await owner.call(apiTokens.revoke, { params: token })
  expect(revoked.status).toBe(200)
  const after = await Promise.all(Array.from({ length: 20 }, () => token.call(licenses.list)))
  expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]))
  for (const { status } of await Promise.all(during)) expect(status).toBeOneOf([200, 401])
})

test('a token works only from its addresses', async () => {
  const owner = await signIn()
  const allowedAddresses = ['203.0.113.0/24', '198.51.100.7', '2001:DB8:0::/32']
  const { token, ...made } = (await create(owner, { allowedAddresses })).body
  expect(made.allowedAddresses).toEqual(['203.0.113.0/24', '198.51.100.7', '2001:db8::/32'])
  const from = (ip: string) => bearer(token, caller({ ip }))(licenses.list)
  for (const ip of ['203.0.113.9', '::ffff:203.0.113.9', '198.51.100.7', '2001:db8:5::1'])
    expect([ip, (await from(ip)).status]).toEqual([ip, 200])
  for (const ip of ['203.0.114.9', '198.51.100.8', '2001:db9::1', '::1'])
    expect([ip, (await from(ip)).message]).toEqual([ip, notFrom(ip)])
  for (const wrong of ['203.0.113', '300.1.1.1', '10.0.0.0/33', '0x7f.0.0.1', '010.0.0.1', 'fe80::1%eth0', 'host'])
    expect([wrong, (await create(owner, { allowedAddresses: [wrong] })).status]).toEqual([wrong, 400])
})

test('a write names the token, and the last use is written once a minute', async () => {
  const owner = await signIn()
  const { call, id } = await withToken(owner, BOTH)
  const headers = { 'idempotency-key': randomUUID() }
  const first = await call(licenses.create, { body: { label: 'Kiosk' }, headers })
  const { lastUsedAt } = await storedToken(id)
  const again = await call(licenses.create, { body: { label: 'Kiosk' }, headers })
  expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
  expect((await storedToken(id)).lastUsedAt).toBe(lastUsedAt)
  const [entry] = await entriesAbout(first.body.id)
  expect(entry).toMatchObject({
    actorId: owner.user.id,
    actorName: 'Lerato Dlamini through API token “Nightly export”',
  })
})

test('only scopes of the own role are granted, for at most a year and to at most fifty tokens', async () => {
  const owner = await signIn()
  for (const wrong of [
    { scopes: ['customers:read'] },
    { scopes: ['licenses:all'] },
    { scopes: [] },
    { expiresInDays: 366 },
    { expiresInDays: 0 },
    { expiresInDays: null },
    { name: '' },
  ])
    expect([wrong, (await create(owner, wrong)).status]).toEqual([wrong, 400])
  const many = Array.from({ length: MAX_TOKENS - 1 }, () => withToken(owner, READ))
  await Promise.all(many)
  const last = await Promise.all([create(owner), create(owner)])
  expect(last.map(({ status }) => status).toSorted(ascending)).toEqual([201, 409])
  expect((await create(owner)).message).toBe(TOO_MANY_TOKENS)
})

test('invented tokens are counted by address, and each token has its own budget of writes', async () => {
  const thief = stranger()
  const guesses = await Promise.all(Array.from({ length: 31 }, () => bearer('lk_guess', thief)(licenses.list)))
  expect(guesses.map(({ status }) => status).toSorted(ascending)).toEqual([
    ...Array.from({ length: 30 }, () => 401),
    429,
  ])
  const [one, other] = [await withToken(await signIn(), BOTH), await withToken(await signIn(), BOTH)]
  expect((await bearer(one.token, thief)(licenses.list)).status).toBe(200)
  const params = { id: randomUUID() }
  const writes = await Promise.all(Array.from({ length: 121 }, () => one.call(licenses.remove, { params })))
  const refused = writes.filter(({ status }) => status === 429)
  expect(refused.map(({ headers }) => Number(headers['retry-after']))).toEqual([expect.toBeOneOf(minutes)])
  expect((await other.call(licenses.remove, { params })).status).toBe(404)
})

const minutes = Array.from({ length: 60 }, (_, second) => second + 1)
