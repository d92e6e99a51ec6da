import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiFailure } from '#contract/errors.ts'
import { Role } from '#contract/roles.ts'
import { admits, needsSession } from '#server/platform/http/access.ts'
import { endpoints } from './endpoints.ts'
import { declaresEndpoints, importsOf, readSources } from './sources.ts'
import { app, signIn, stranger } from './testing.ts'

const params = { id: randomUUID(), attachmentId: randomUUID(), noteId: randomUUID(), key: 'nothing', name: 'nothing' }
const people = new Map(await Promise.all(Role.options.map(async (role) => [role, await signIn({ role })] as const)))

/** An endpoint decides who before it looks at what: a body that is wrong for all of them keeps the calls harmless. */
const body = (endpoint: Endpoint) => (endpoint.schema.body ? { body: { nonsense: true } } : {})

const guarded = endpoints.filter(([, { config }]) => needsSession(config.access))
const withBody = endpoints.filter(([, { schema }]) => schema.body)

test.each(endpoints)('%s is mounted as the contract says', (_name, { method, url }) => {
  expect(app.hasRoute({ method, url })).toBe(true)
})

test.each(guarded)('%s answers 401 with a message to a visitor [R-ROLE-03]', async (_name, endpoint) => {
  const answer = await stranger().call(endpoint, { params, ...body(endpoint) })
  expect(answer.status).toBe(401)
  expect(ApiFailure.parse(answer.body).message).toBe('Not signed in')
})

/** Reached by every role that is admitted; what the file is for, or having a team, decides the rest. */
const FINER_RULE = /^(uploads\.request|team\.\w+)$/

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
  const open = endpoints.filter(([, { url, config }]) => url.startsWith('/api/admin/') && config.access !== 'admin')
  expect(open).toEqual([])
})

test('every mounted API route is in the contract, and every contract file that declares some in the list', async () => {
  const mounted = Object.entries(app.swagger().paths ?? {}).flatMap(([path, item]) =>
    Object.keys(item ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const declared = endpoints.map(([, { method, url }]) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`)
  expect(mounted.toSorted()).toEqual(declared.toSorted())

  const sources = readSources()
  const declaring = sources.filter(declaresEndpoints)
  const listed = sources.filter(({ file }) => file === 'server/testing/endpoints.ts').flatMap(importsOf)
  expect(declaring.map(({ file }) => file).filter((file) => !listed.includes(file))).toEqual([])
})
