import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { levelOf, needsUser, requiredScope } from '#server/platform/http/access.ts'
import { takesKey } from '#server/platform/http/idempotency/idempotency.ts'
import { answersOf, takesFile } from './answers.ts'
import type { Example } from './examples/example.ts'
import type { Operation, Parameter } from './operation.ts'
import type { Converter, JsonSchema } from './schemas.ts'
import { tagOf } from './tags.ts'

/** '/api/licenses/:id' → '/api/licenses/{id}' */
export const pathOf = (url: string) => url.replace(/:(\w+)/g, '{$1}')

export function describeOperation(
  name: string,
  endpoint: Endpoint,
  converter: Converter,
  example: Example = {},
): Operation {
  const { summary, body } = endpoint.schema
  const scope = requiredScope(endpoint.config.access)
  return {
    operationId: name,
    tags: [tagOf(name)],
    summary,
    description: describeAccess(endpoint),
    security: needsUser(endpoint.config.access) ? [{ session: [] }, ...(scope ? [{ apiToken: [scope] }] : [])] : [],
    parameters: parametersOf(endpoint, converter),
    ...(body && {
      requestBody: {
        required: !z.safeParse(body, undefined).success,
        content: {
          'application/json': {
            schema: converter.convert(body, 'input', `${classOf(name)}Body`),
            ...(example.body && { example: example.body }),
          },
        },
      },
    }),
    ...(takesFile(endpoint) && { requestBody: BYTES }),
    responses: answersOf(endpoint, converter, { name: `${classOf(name)}Answer`, example: example.answer }),
  }
}

/** 'devices.validate' → 'DevicesValidate' */
const classOf = (name: string) => name.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())

const BYTES: NonNullable<Operation['requestBody']> = {
  required: true,
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

const AUDIENCES: Record<string, string> = {
  public: 'Open to everyone.',
  device: 'Called by the application with its own credentials; no session and no API token.',
  'signed-url': 'Open to everyone who has the signed link.',
  'signed-in': 'For every signed-in user.',
  'org-admin': 'For administrators of an organization, and admins.',
  'staff-or-org-admin': 'For staff, and administrators of an organization.',
  staff: 'For staff.',
  admin: 'For admins.',
}

/** One sentence about the caller, and one about API tokens. */
function describeAccess({ config: { access, stepUp } }: Endpoint) {
  const scope = requiredScope(access)
  const token = scope ? `API tokens need the scope \`${scope}\`.` : 'API tokens cannot call it.'
  return [
    AUDIENCES[levelOf(access)],
    ...(needsUser(access) ? [token] : []),
    ...(stepUp ? ['The portal may ask for the password or a code again first (`code`: `STEP_UP`).'] : []),
  ].join(' ')
}

const PLACES = { path: 'params', query: 'querystring', header: 'headers' } as const

function parametersOf(endpoint: Endpoint, { fieldsOf }: Converter): Parameter[] {
  const own = Object.entries(PLACES).flatMap(([place, part]) => {
    const shape = endpoint.schema[part]
    return shape ? inPlace(place, fieldsOf(shape, 'input')) : []
  })
  return [
    ...own,
    ...(takesKey(endpoint) ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
    ...(endpoint.config.serves ? [{ $ref: '#/components/parameters/If-None-Match' }] : []),
    ...(endpoint.config.serves === 'file' ? [{ $ref: '#/components/parameters/Range' }] : []),
    { $ref: '#/components/parameters/Latchkey-Version' },
  ]
}

const inPlace = (place: string, { properties = {}, required = [] }: JsonSchema) =>
  Object.entries(properties).map(([name, schema]) => ({
    name: place === 'header' ? name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase()) : name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: schema as JsonSchema,
  }))
