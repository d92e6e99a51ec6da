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
