import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from '#server/operations/developers/document/endpoints.ts'
import type { Operation } from '#server/operations/developers/document/operation.ts'
import type { JsonSchema } from '#server/operations/developers/document/schemas.ts'
import { app } from '#server/testing/testing.ts'
import { curlOf } from './curl.ts'

type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema> }
}

const { paths, components } = (await app.inject({ url: '/developers/openapi.json' })).json<Document>()
const commands = new Map(
  Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, call]) => [call.operationId, curlOf(method, path, call, components.schemas)]),
  ),
)

const problemOf = (schema: unknown, value: unknown) => {
  const { error } = z.safeParse(schema as z.ZodMiniType, value)
  return error && z.prettifyError(error)
}

/** Needs one of its optional parameters. */
const INCOMPLETE = 'subscriptions.previewSubscription'

test('the command of each call for programs has a body and a query that the call accepts', () => {
  expect(commands.size).toBeGreaterThan(100)
  const problems = endpoints.flatMap(([name, { schema }]) => {
    const command = commands.get(name)
    if (!command?.includes('$TOKEN"') || name === INCOMPLETE) return []
    const [, body] = / -d '(.*)'/.exec(command) ?? []
    const [, query = ''] = /\?(.*)"$/.exec(command) ?? []
    const given = Object.fromEntries(new URLSearchParams(query.replaceAll(/\$\w+/g, '12')))
    const found = [
      schema.body && body && problemOf(schema.body, JSON.parse(body)),
      schema.querystring && problemOf(schema.querystring, given),
    ]
    return found.filter(Boolean).map((problem) => `${name}: ${problem}`)
  })
  expect(problems).toEqual([])
})
