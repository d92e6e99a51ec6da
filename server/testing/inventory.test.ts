import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { type Endpoint, SCOPES } from '#contract/endpoint.ts'
import { ApiFailure, NOT_YOUR_ROLE } from '#contract/errors.ts'
import { ONLY_IN_THE_PORTAL, lacksScope } from '#contract/identity/api-tokens.ts'
import { canGrant } from '#contract/identity/scopes.ts'
import { Role } from '#contract/roles.ts'
import { buildApp } from '#server/app.ts'
import { admits, levelOf, needsUser, requiredScope } from '#server/platform/http/access.ts'
import { endpoints } from '#server/operations/developers/document/endpoints.ts'
import { withToken } from './identity/api-tokens.ts'
import { declaresEndpoints, importsOf, readSources } from './sources.ts'
import { app, platform, signIn, stranger } from './testing.ts'

const params = { id: randomUUID(), attachmentId: randomUUID(), noteId: randomUUID(), key: 'nothing', name: 'nothing' }
const people = new Map(await Promise.all(Role.options.map(async (role) => [role, await signIn({ role })] as const)))

/** An endpoint decides who before it looks at what: a body that is wrong for all of them keeps the calls harmless. */
const body = (endpoint: Endpoint) => (endpoint.schema.body ? { body: { nonsense: true } } : {})

const guarded = endpoints.filter(([, { config }]) => needsUser(config.access))
const withBody = endpoints.filter(([, { schema }]) => schema.body)

test.each(endpoints)('%s is mounted as the contract says', (_name, { method, url }) => {
  expect(app.hasRoute({ method, url })).toBe(true)
})

test.each(guarded)('%s answers 401 with a message to a visitor [R-ROLE-03]', async (_name, endpoint) => {
  const answer = await stranger().call(endpoint, { params, ...body(endpoint) })
  expect(answer.status).toBe(401)
  expect(ApiFailure.parse(answer.body).message).toBe('Not signed in')
  expect(answer.headers['www-authenticate']).toBe('Bearer')
})

/** Reached by every role that is admitted; what the file is for, or having a team, decides the rest. */
const FINER_RULE = /^(uploads\.request|(team|sso)\.\w+)$/

/** Admitted callers get an endless stream, which has its own test. */
const ENDLESS = /^jobs\.events$/

test.each(guarded)('%s admits and refuses roles as declared [R-ROLE-41]', async (name, endpoint) => {
  for (const [role, person] of people) {
    const admitted = admits(endpoint.config.access, role)
    if (admitted && ENDLESS.test(name)) continue
    const { status } = await person.call(endpoint, { params, ...body(endpoint) })
    const reached = FINER_RULE.test(name) ? [200, 400, 403, 404] : [200, 201, 400, 404]
    expect([role, status]).toEqual([role, admitted ? expect.toBeOneOf(reached) : 403])
  }
})

const OWNERS = ['admin', 'agent', 'org_admin'] as const
const open = guarded.filter(([, { config }]) => requiredScope(config.access))
const closed = guarded.filter(([, { config }]) => !requiredScope(config.access))

test.each(open)('%s admits an API token with its scope as its owner, and none without it', async (name, endpoint) => {
  const scope = requiredScope(endpoint.config.access)!
  for (const role of OWNERS) {
    const owner = people.get(role)!
    const admitted = admits(endpoint.config.access, role)
    const { status } = await (await withToken(owner, [scope])).call(endpoint, { params, ...body(endpoint) })
    const reached = FINER_RULE.test(name) ? [200, 400, 403, 404] : [200, 201, 400, 404]
    expect([role, status]).toEqual([role, admitted ? expect.toBeOneOf(reached) : 403])

    const others = SCOPES.filter((other) => other !== scope)
    const refused = await (await withToken(owner, others)).call(endpoint, { params, ...body(endpoint) })
    expect([role, refused.status, refused.message]).toEqual([role, 403, admitted ? lacksScope(scope) : NOT_YOUR_ROLE])
  }
})

test.each(closed)('%s admits no API token', async (_name, endpoint) => {
  for (const role of OWNERS) {
    const token = await withToken(people.get(role)!, SCOPES)
    const { status, message } = await token.call(endpoint, { params, ...body(endpoint) })
    const admitted = admits(endpoint.config.access, role)
    expect([role, status, message]).toEqual([role, 403, admitted ? ONLY_IN_THE_PORTAL : NOT_YOUR_ROLE])
  }
})

test('what needs a confirmation or changes sessions, sign-in, tokens and views admits no API token', () => {
  const sensitive = open.filter(
    ([name, { config }]) => config.stepUp || /^(account|apiTokens|mfa|session|stepUp|viewings)\./.test(name),
  )
  expect(sensitive.map(([name]) => name)).toEqual([])
})

test('each read admits API tokens unless it is about the caller, all nouns at once, or a live page', () => {
  const reads = closed.filter(([, { method }]) => method === 'GET').map(([name]) => name)
  expect(reads).toEqual([
    'account.read',
    'account.sessions',
    'apiTokens.list',
    'blockedDomains.list',
    'inbox.replyChoice',
    'jobs.events',
    'outbox.list',
    'outbox.templates',
    'personalData.readOwn',
    'personalData.read',
    'search.everything',
    'session.currentUser',
    'teamwork.presence',
    'tickets.events',
  ])
})

test('a scope can be granted to exactly the roles that reach an endpoint with it', () => {
  for (const scope of SCOPES) {
    const accesses = open.map(([, { config }]) => config.access).filter((access) => requiredScope(access) === scope)
    for (const role of Role.options)
      expect([scope, role, canGrant(role, scope)]).toEqual([scope, role, accesses.some((one) => admits(one, role))])
  }
})

test.each(withBody)('%s answers 4xx with a message to broken and to wrong bodies', async (_name, endpoint) => {
  const admin = people.get('admin')!
  for (const payload of ['{"cut":', '[]', '"text"', 'null', '{"__proto__":{"admin":true}}']) {
    const response = await app.inject({
      method: endpoint.method,
      url: endpoint.url.replace(':id', params.id),
      headers: { 'content-type': 'application/json', cookie: admin.cookie ?? '' },
      remoteAddress: stranger().ip,
      payload,
    })
    expect([payload, response.statusCode]).toEqual([payload, expect.toBeOneOf([400, 401, 404, 409, 415, 422])])
    expect(ApiFailure.parse(response.json()).message).not.toBe('')
  }
})

test('nothing under /api/admin admits org_admin, customer or agent [R-ROLE-45 R-ROLE-46]', () => {
  const open = endpoints.filter(
    ([, { url, config }]) => url.startsWith('/api/admin/') && levelOf(config.access) !== 'admin',
  )
  expect(open).toEqual([])
})

/** The routes of a server that is built as in production, without the pages. */
async function findMounted() {
  const routes: string[] = []
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, schema }) => {
      if (!schema?.hide && method !== 'HEAD') routes.push(`${String(method)} ${url}`)
    })
  }
  subscribe('fastify.initialization', watch)
  const built = await buildApp(platform)
  unsubscribe('fastify.initialization', watch)
  await built.close()
  return routes
}

test('every mounted API route is in the contract, and every contract file that declares some in the list', async () => {
  const mounted = await findMounted()
  const declared = endpoints.map(([, { method, url }]) => `${method} ${url}`)
  expect(mounted.toSorted()).toEqual(declared.toSorted())

  const sources = readSources()
  const declaring = sources.filter(declaresEndpoints)
  const listed = sources
    .filter(({ file }) => file === 'server/operations/developers/document/endpoints.ts')
    .flatMap(importsOf)
  expect(declaring.map(({ file }) => file).filter((file) => !listed.includes(file))).toEqual([])
})
