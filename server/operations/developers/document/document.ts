import { setImmediate as pause } from 'node:timers/promises'
import { API_VERSIONS, CURRENT_VERSION } from '#contract/endpoint.ts'
import { ApiFailure } from '#contract/errors.ts'
import { REFUSALS } from './answers.ts'
import { endpoints } from './endpoints.ts'
import { EXAMPLES } from './examples/examples.ts'
import type { Operation } from './operation.ts'
import { describeOperation, pathOf } from './operations.ts'
import { createConverter, nameSchemas, type Converter } from './schemas.ts'
import { TAGS } from './tags.ts'

/** The OpenAPI document of all endpoints of the contract. Lets other requests run in between. */
export async function describeApi(productName: string) {
  const converter = createConverter(await nameSchemas())
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [name, endpoint] of endpoints) {
    const path = (paths[pathOf(endpoint.url)] ??= {})
    path[endpoint.method.toLowerCase()] = describeOperation(name, endpoint, converter, EXAMPLES[name])
    await pause()
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${productName} API`,
      version: CURRENT_VERSION,
      description: 'Answers may gain fields at any time. Guides: /developers',
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The portal that serves this document' }],
    tags: TAGS.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      securitySchemes,
      parameters,
      headers,
      responses: refusalsOf(converter),
      schemas: converter.components,
    },
  }
}
export type ApiDocument = Awaited<ReturnType<typeof describeApi>>

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session',
    description: 'The session of a browser that signed in.',
  },
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'lk_…',
    description: 'An API token. Each operation names the scope that the token needs.',
  },
}

const parameters = {
  'Latchkey-Version': {
    name: 'Latchkey-Version',
    in: 'header',
    description: 'The version of the API that the program was written for. Without it, the current one.',
    schema: { type: 'string', enum: [...API_VERSIONS] },
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'For a day, the same call with the same key gets the first answer.',
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of an earlier answer. If it is still the same, the answer is an empty 304.',
    schema: { type: 'string' },
  },
  Range: {
    name: 'Range',
    in: 'header',
    description: 'The parts of the file to send, for example to resume a download.',
    schema: { type: 'string', pattern: '^bytes=' },
  },
}

const headers = {
  ETag: { description: 'Names this version, for If-None-Match.', schema: { type: 'string' } },
  'Content-Range': { description: 'The part, and the size of the whole.', schema: { type: 'string' } },
  'WWW-Authenticate': { description: 'The scheme to use.', schema: { type: 'string' } },
  'Latchkey-Version': { description: 'The version of the API that answered.', schema: { type: 'string' } },
  Link: {
    description: 'The address of the next page, with rel="next"; missing on the last.',
    schema: { type: 'string' },
  },
  'X-Total-Count': {
    description: 'How many rows there are on all pages.',
    schema: { type: 'integer', format: 'int32' },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', format: 'int32' } },
}

function refusalsOf({ convert }: Converter) {
  const content = { 'application/json': { schema: convert(ApiFailure, 'output') } }
  return Object.fromEntries(
    Object.entries(REFUSALS).map(([status, [name, description]]) => [
      name,
      {
        description,
        headers: {
          'Latchkey-Version': { $ref: '#/components/headers/Latchkey-Version' },
          ...(status === '401' && { 'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate' } }),
          ...(['429', '503'].includes(status) && { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }),
        },
        content,
      },
    ]),
  )
}
