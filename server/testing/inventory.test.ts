import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiFailure } from '#contract/errors.ts'
import { Role } from '#contract/roles.ts'
import { admits, needsSession } from '#server/platform/access.ts'
import { endpoints } from './endpoints.ts'
import { app, signIn, stranger } from './testing.ts'

const params = { id: randomUUID(), key: 'nothing' }
const people = new Map(await Promise.all(Role.options.map(async (role) => [role, await signIn({ role })] as const)))

/** An endpoint decides who before it looks at what: a body that is wrong for all of them keeps the calls harmless. */
const body = (endpoint: Endpoint) => (endpoint.schema.body ? { body: { nonsense: true } } : {})

describe.each(endpoints)('%s', (_name, endpoint) => {
  const { access } = endpoint.config

  test('is mounted as the contract says', () => {
    expect(app.hasRoute({ method: endpoint.method, url: endpoint.url })).toBe(true)
  })

  test.runIf(needsSession(access))('R-ROLE-03 answers 401 with a message to a visitor', async () => {
    const answer = await stranger().call(endpoint, { params, ...body(endpoint) })
    expect(answer.status).toBe(401)
    expect(ApiFailure.parse(answer.body).message).toBe('Not signed in')
  })

  test.runIf(needsSession(access)).each(Role.options)('R-ROLE-41 admits or refuses %s as declared', async (role) => {
    const { status } = await people.get(role)!.call(endpoint, { params, ...body(endpoint) })
    if (admits(access, role)) expect(status).not.toBe(401)
    else expect(status).toBe(403)
  })

  test.runIf(endpoint.schema.body)('answers 4xx with a message to broken and to wrong bodies', async () => {
    const admin = people.get('admin')!
    for (const payload of ['{"cut":', '[]', '"text"', 'null', '{"__proto__":{"admin":true}}']) {
      const response = await app.inject({
        method: endpoint.method,
        url: endpoint.url.replace(':id', params.id),
        headers: { 'content-type': 'application/json', cookie: admin.cookie ?? '' },
        remoteAddress: stranger().ip,
        payload,
      })
      expect([response.statusCode, payload]).toEqual([expect.toBeOneOf([400, 401, 403, 404, 409, 415, 422]), payload])
      expect(ApiFailure.parse(response.json()).message).not.toBe('')
    }
  })
})

test('R-ROLE-45 nothing under /api/admin admits org_admin or customer', () => {
  const open = endpoints.filter(([, { url, config }]) => url.startsWith('/api/admin/') && config.access !== 'admin')
  expect(open).toEqual([])
})

test('every mounted API route is in the contract, and every contract file in the list', async () => {
  const mounted = Object.entries(app.swagger().paths ?? {}).flatMap(([path, item]) =>
    Object.keys(item ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const declared = endpoints.map(([, { method, url }]) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`)
  expect(mounted.toSorted()).toEqual(declared.toSorted())

  const nouns = new Set(endpoints.map(([name]) => name.split('.')[0]))
  const files = readdirSync(new URL('../../contract', import.meta.url)).map((file) => file.replace('.ts', ''))
  const withoutEndpoints = ['dates', 'endpoint', 'errors', 'lists', 'money', 'roles', 'text']
  expect(files.filter((file) => !nouns.has(file) && !file.endsWith('.test')).toSorted()).toEqual(withoutEndpoints)
})
