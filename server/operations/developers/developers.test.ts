import { readFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { requiredScope } from '#server/platform/http/access.ts'
import { document, documentText as text } from '#server/testing/operations/api-document.ts'
import { app } from '#server/testing/testing.ts'
import { endpoints } from './document/endpoints.ts'
import { EXAMPLES } from './document/examples/examples.ts'

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, ...operation })),
)

test('anyone may read the OpenAPI document, which follows the recommended rules of Redocly', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, config })
  expect(
    problems.map(({ severity, ruleId, message, location: [place] }) => [severity, ruleId, message, place?.pointer]),
  ).toEqual([])
})

test('each endpoint is one operation, named as in the contract', () => {
  expect(operations.map(({ operationId, call }) => [operationId, call])).toEqual(
    expect.arrayContaining(
      endpoints.map(([name, { method, url }]) => [name, `${method} ${url.replace(/:(\w+)/g, '{$1}')}`]),
    ),
  )
  expect(operations.length).toBe(endpoints.length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(endpoints.length)
})

/** Programs are written with these names. Add new ones; changing or removing one is a new version of the API. */
test('the published operations keep their names and addresses', () => {
  const published = readFileSync(new URL('published-operations.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const now = operations.map(({ operationId, call }) => `${operationId} ${call}`)
  expect(now.toSorted(), 'Add new operations to published-operations.txt, in their order').toEqual(published)
})

test('each operation says which scope a token needs, or that none may call it', () => {
  for (const [name, { config }] of endpoints) {
    const { security } = operations.find(({ operationId }) => operationId === name)!
    const scope = requiredScope(config.access)
    expect([name, security.flatMap((way) => ('apiToken' in way ? way.apiToken : []))]).toEqual([
      name,
      scope ? [scope] : [],
    ])
  }
})

test('each operation describes a success and its refusals', () => {
  for (const { operationId, responses } of operations) {
    const statuses = Object.keys(responses)
    expect([operationId, statuses.some((status) => status.startsWith('2'))]).toEqual([operationId, true])
    expect([operationId, statuses.some((status) => status.startsWith('4'))]).toEqual([operationId, true])
  }
})

test('each operation with a body says that the body can be too large or of another type', async () => {
  for (const { operationId, requestBody, responses } of operations)
    expect([operationId, '413' in responses, '415' in responses]).toEqual([operationId, !!requestBody, !!requestBody])
  const text = { method: 'POST', url: '/api/login', headers: { 'content-type': 'text/plain' } } as const
  expect((await app.inject({ ...text, body: 'hello' })).statusCode).toBe(415)
  const large = { ...text, headers: { 'content-type': 'application/json' }, body: `"${'x'.repeat(2_000_000)}"` }
  expect((await app.inject(large)).statusCode).toBe(413)
})

test('each operation says that the server can be too busy, and an upload that there may be no space', async () => {
  for (const { operationId, requestBody, responses } of operations) {
    expect([operationId, '503' in responses]).toEqual([operationId, true])
    if ('application/octet-stream' in (requestBody?.content ?? {})) expect(responses).toHaveProperty('507')
  }
  const stored = operations.filter(({ responses }) => '507' in responses).map(({ operationId }) => operationId)
  expect(stored.toSorted()).toEqual(['invoices.upload', 'uploads.put', 'uploads.request'])
})

test('each file may be answered in parts, and each tagged answer as unchanged', () => {
  const statusesOf = (name: string) =>
    Object.keys(operations.find(({ operationId }) => operationId === name)!.responses).filter((status) =>
      /2..|304|416/.test(status),
    )
  for (const name of ['downloads.fetch', 'attachments.file', 'invoices.download', 'updates.file', 'updates.package'])
    expect([name, statusesOf(name)]).toEqual([name, ['200', '206', '304', '416']])
  for (const name of ['updates.electron', 'updates.velopack', 'updates.wingetInformation', 'licenseFiles.keys'])
    expect([name, statusesOf(name)]).toEqual([name, ['200', '304']])
  expect(statusesOf('licenses.list')).toEqual(['200'])
})

test('objects that operations share are described once', () => {
  for (const name of ['License', 'Invoice', 'Ticket', 'ApiFailure', 'Decision']) {
    expect(Object.keys(document.components.schemas)).toContain(name)
    expect(text.split(`"#/components/schemas/${name}"`).length, name).toBeGreaterThan(1)
  }
  expect(text).not.toContain('"additionalProperties":false')
})

/** Percentages, shares, averages and durations. */
const FRACTION = /percent$|^median|^average|InTime$|^took$/i

test('every other number is whole, and says its size', () => {
  const found = numbersIn(document)
  expect(found.length).toBeGreaterThan(150)
  for (const { name, type, format } of found)
    expect([name, type, format]).toEqual(
      type === 'number'
        ? [expect.stringMatching(FRACTION), 'number', undefined]
        : [name, type, expect.stringMatching(/^int(32|64)$/)],
    )
})

type Numeric = { name: string; type: string; format: unknown }

/** The fields that are numbers, wherever they are in a document. Amounts may be sent as text, too. */
function numbersIn(node: unknown): Numeric[] {
  if (!(node instanceof Object)) return []
  return Object.entries(node).flatMap(([name, part]: [string, unknown]) => [...numeric(name, part), ...numbersIn(part)])
}

function numeric(name: string, part: unknown): Numeric[] {
  if (!(part instanceof Object && 'type' in part) || 'const' in part) return []
  const types = [part.type].flat()
  const type = types.find((one) => one === 'number' || one === 'integer')
  return type && !types.includes('string') ? [{ name, type, format: 'format' in part ? part.format : undefined }] : []
}

test('each list says what is in it', () => {
  expect(text).not.toContain('"items":{}')
  expect(document.components.schemas).toMatchObject({
    WebhookDraft: { properties: { events: { items: { $ref: '#/components/schemas/WebhookEvent' } } } },
  })
})

const SHOWN = [
  'licenses',
  'creation',
  'assignments',
  'tags',
  'enrollmentKeys',
  'devices',
  'customers',
  'tickets',
  'messages',
  'downloads',
  'webhooks',
]

test('each call of the nouns that programs use most has an example of its body and its JSON answer', () => {
  const missing = endpoints.filter(([name, { schema }]) => {
    const { body, answer } = EXAMPLES[name] ?? {}
    const hasJson = schema.response[200] ?? schema.response[201]
    return SHOWN.includes(name.split('.')[0] ?? '') && ((hasJson && !answer) || (schema.body && !body))
  })
  expect(missing.map(([name]) => name)).toEqual([])
})

test('the examples are what the contract accepts and answers, without further fields', () => {
  const named = new Map(endpoints)
  for (const [name, { body, answer }] of Object.entries(EXAMPLES)) {
    const { schema } = named.get(name)!
    const { response } = schema
    const success = response[201] ?? response[200]
    if (body) expect(z.safeParse(schema.body!, body), name).toMatchObject({ success: true, data: body })
    if (answer) expect(z.safeParse(success!, answer), name).toEqual({ success: true, data: answer })
  }
})
