import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from '#server/operations/developers/document/endpoints.ts'
import { checkRequests, writeResponses } from './schemas.ts'

const Person = z.object({ name: z.string(), role: z.enum(['admin', 'agent']), notes: z.optional(z.array(z.string())) })
const Question = z.object({ answer: z.string().check(z.trim(), z.minLength(2, 'Say more')) })

const app = Fastify()
app.setValidatorCompiler(checkRequests)
app.setSerializerCompiler(writeResponses)
let found: object = {}
app.get('/person', { schema: { response: { 200: Person } } }, () => found)
app.post('/echo', { schema: { body: Question } }, ({ body }) => body)
afterAll(() => app.close())

const read = async (person: object) => {
  found = person
  return app.inject('/person')
}
const send = (body: object) => app.inject({ method: 'POST', url: '/echo', body })

test('what the contract does not name never leaves', async () => {
  const answer = await read({ name: 'Ada', role: 'admin', passwordHash: 'secret' })
  expect(answer.body).toBe('{"name":"Ada","role":"admin"}')
})

test('what the contract does not allow is a fault, not an answer', async () => {
  for (const wrong of [{ name: 'Ada', role: 'root' }, { role: 'admin' }, { name: 'Ada', role: 'admin', notes: [1] }])
    expect((await read(wrong)).statusCode).toBe(500)
})

test('a refused body says which value and why, an accepted one arrives as the schema made it', async () => {
  const refused = await send({ answer: ' x ' })
  expect(refused.statusCode).toBe(400)
  expect(refused.body).toContain('Say more')
  expect((await send({ answer: ' yes ', more: 1 })).json()).toEqual({ answer: 'yes' })
})

test('every response of the contract compiles, and reads as it is written', () => {
  for (const [name, { schema }] of endpoints) {
    for (const answer of Object.values(schema.response)) {
      expect(() => z.compile(answer, { strict: true }), name).not.toThrow()
      const input = z.toJSONSchema(answer, { io: 'input' })
      const output = z.toJSONSchema(answer, { io: 'output', override: ({ jsonSchema }) => openOf(jsonSchema) })
      expect(input, name).toEqual(output)
    }
  }
})

/** Only written objects are closed to additional properties. */
function openOf(jsonSchema: { additionalProperties?: unknown }) {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}

const ODD = [undefined, null, 0, -1, 1.5, 1e9, '', 'odd', 'x'.repeat(70_000), true, [], ['odd'], [{}], {}, { odd: 1 }]

test('every refusal of an input in the contract has a sentence', () => {
  for (const [name, { schema }] of endpoints) {
    for (const part of [schema.body, schema.querystring, schema.params]) {
      if (!part) continue
      const keys = part instanceof z.ZodMiniObject ? Object.keys(part.shape) : []
      const inputs = [...ODD, ...keys.flatMap((key) => ODD.map((value) => ({ [key]: value })))]
      const issues = inputs.flatMap((input) => z.safeParse(part, input).error?.issues ?? [])
      expect(issues.length, name).toBeGreaterThan(0)
      for (const { message } of issues) expect(message, name).not.toMatch(/^Invalid input|undefined|\[object/)
    }
  }
})

const Order = z.object({
  id: z.uuid(),
  day: z.iso.date(),
  count: z.int().check(z.minimum(1), z.maximum(9)),
  note: z.string().check(z.minLength(1), z.maxLength(5)),
  lines: z.array(z.object({ kind: z.enum(['new', 'used', 'spare']) })).check(z.maxLength(2)),
  isUrgent: z.boolean(),
  assignee: z.union([z.uuid({ abort: true }), z.enum(['me', 'none'])]),
})
const order = {
  id: '0197b0a4-55d3-7c3e-8a0f-2b6c1d9e4f10',
  day: '2026-03-05',
  count: 3,
  note: 'x',
  lines: [{ kind: 'new' }],
  isUrgent: false,
  assignee: 'me',
}

test.each([
  [{ id: 'x' }, 'id must be a UUID'],
  [{ id: 5 }, 'id must be text'],
  [{ id: undefined }, 'id is required'],
  [{ day: '5.3.2026' }, 'day must be a date like 2025-03-05'],
  [{ count: 1.5 }, 'count must be a whole number'],
  [{ count: 0 }, 'count must be at least 1'],
  [{ count: 10 }, 'count must be at most 9'],
  [{ note: '' }, 'note must have at least 1 character'],
  [{ note: 'x'.repeat(6) }, 'note must have at most 5 characters'],
  [{ lines: {} }, 'lines must be a list'],
  [{ lines: [{ kind: 'old' }] }, 'lines.0.kind must be new, used or spare'],
  [{ lines: [{}] }, 'lines.0.kind is required'],
  [{ lines: Array(3).fill({ kind: 'new' }) }, 'lines must have at most 2 entries'],
  [{ note: ['x', 'y'] }, 'note must be one value, not a list'],
  [{ isUrgent: 'yes' }, 'isUrgent must be true or false'],
  [{ assignee: 'you' }, 'assignee must be a UUID, me or none'],
  [{ assignee: ['me', 'none'] }, 'assignee must be one value, not a list'],
])('%j is refused with what it must be', (wrong, message) => {
  const { error } = z.safeParse(Order, { ...order, ...wrong })
  expect(error?.issues.map((issue) => issue.message)).toEqual([message])
  expect(z.safeParse(Order, order).success).toBe(true)
})

test('a request without a body is refused with a sentence', async () => {
  const answer = await app.inject({ method: 'POST', url: '/echo' })
  expect(answer.body).toContain('The request needs a JSON object as its body')
})
