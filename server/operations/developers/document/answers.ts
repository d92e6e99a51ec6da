import { PROOF_TYPES } from '#contract/billing/payment-proofs.ts'
import { refusals, type Endpoint } from '#contract/endpoint.ts'
import { DECISION_STATUS } from '#server/licensing/public.ts'
import { needsUser } from '#server/platform/http/access.ts'
import { takesKey } from '#server/platform/http/idempotency/idempotency.ts'
import { attachmentKinds } from '#server/platform/storage/kinds/kinds.ts'
import type { Answer } from './operation.ts'
import type { Converter } from './schemas.ts'

const isBinary = { type: 'string', format: 'binary' } as const
const TEXT = { type: 'string' } as const

/** Media types of the answers without a schema, by the end of the address. */
const FILES: [ending: RegExp, ...mediaTypes: string[]][] = [
  [/\/export$/, 'text/csv'],
  [/\/statement\/download$/, 'application/pdf', 'text/csv'],
  [/\/download$/, 'application/pdf'],
  [/\/:attachmentId$/, ...new Set(Object.values(attachmentKinds).map(({ type }) => type))],
  [/\/:proofId$/, ...PROOF_TYPES],
  [/\/events$/, 'text/event-stream'],
  [/\.ya?ml$/, 'application/yaml'],
  [/\/appcast\.xml$/, 'application/rss+xml'],
  [/\.xml$/, 'application/xml'],
  [/\.json$/, 'application/json'],
]

const mediaTypesOf = (url: string) => {
  const [, ...mediaTypes] = FILES.find(([ending]) => ending.test(url)) ?? [url, 'application/octet-stream']
  return mediaTypes
}

const schemaOf = (mediaType: string) => {
  if (mediaType === 'application/json') return { type: 'object', additionalProperties: true } as const
  return /^text|yaml$|xml$/.test(mediaType) ? TEXT : isBinary
}

const contentOf = (url: string) =>
  Object.fromEntries(mediaTypesOf(url).map((mediaType) => [mediaType, { schema: schemaOf(mediaType) }]))

/** Refusals by status, each a component of the document. */
export const REFUSALS = {
  400: [
    'BadRequest',
    'The input is wrong; `errors` says for each field what it must be. Or this version of the API does not exist.',
  ],
  401: [
    'Unauthorized',
    'There is no session, the API token is unknown, expired or revoked, its owner lost access, or a password or code is wrong.',
  ],
  403: [
    'Forbidden',
    'The role or a scope is missing, the address is not allowed, or the call needs a signed-in person. Of a feed: the license may not run, or the channel is not public.',
  ],
  404: ['NotFound', 'It does not exist, or belongs to another organization.'],
  409: [
    'Conflict',
    'It conflicts with the current state, or a call with the same Idempotency-Key is still running (`code`: `STILL_RUNNING`).',
  ],
  413: ['TooLarge', 'The body or the file is larger than allowed.'],
  415: ['WrongType', 'The Content-Type of the body is another than the described one, or the file is of another type.'],
  416: ['BeyondTheEnd', 'Range is beyond the end of the file.'],
  422: ['KeyReused', 'The Idempotency-Key was used with another request.'],
  429: ['TooManyRequests', 'Too many calls. Wait for the seconds in Retry-After.'],
  503: [
    'Unavailable',
    'The server is too busy, or a service that it needs does not answer. Try again after Retry-After.',
  ],
  507: ['OutOfSpace', 'There is no space left for the file. Try again later.'],
} as const

type Status = keyof typeof REFUSALS

const TOO_MUCH = [413, 415] as const

/** Whether the body is the bytes of a file. */
export const takesFile = ({ method, config }: Endpoint) => method === 'PUT' && config.access === 'signed-url'

const takesBody = (endpoint: Endpoint) => endpoint.schema.body !== undefined || takesFile(endpoint)

function* statusesOf(endpoint: Endpoint): Generator<Status> {
  const { method, url, config } = endpoint
  const isForUsers = needsUser(config.access)
  yield 400
  if (isForUsers) yield 401
  if (isForUsers || config.access === 'signed-url') yield 403
  if (url.includes(':')) yield 404
  if (method !== 'GET') yield 409
  if (takesBody(endpoint)) yield* TOO_MUCH
  if (config.serves === 'file') yield 416
  if (takesKey(endpoint)) yield 422
  yield 429
  yield 503
  if (takesFile(endpoint)) yield 507
  yield* config.refuses ?? []
}

const isPaged = ({ schema: { querystring } }: Endpoint, { fieldsOf }: Converter) =>
  querystring !== undefined && 'cursor' in (fieldsOf(querystring, 'input').properties ?? {})

type Success = { /** For an answer without one. */ name: string; example: unknown }

export function answersOf(
  endpoint: Endpoint,
  converter: Converter,
  { name, example }: Success,
): Record<string, Answer> {
  const { response } = endpoint.schema
  const status = response[201] ? 201 : 200
  const success = response[201] ?? response[200]
  const headers = {
    'Latchkey-Version': { $ref: '#/components/headers/Latchkey-Version' },
    ...(isPaged(endpoint, converter) && {
      Link: { $ref: '#/components/headers/Link' },
      ...(!endpoint.config.isUncounted && { 'X-Total-Count': { $ref: '#/components/headers/X-Total-Count' } }),
    }),
    ...(endpoint.config.serves && ETAG),
  }
  const content = success
    ? {
        'application/json': {
          schema: converter.convert(success, 'output', name),
          ...(example !== undefined && { example }),
        },
      }
    : contentOf(endpoint.url)
  return {
    [status]: { description: status === 201 ? 'Created' : 'Done', headers, content },
    ...servedOf(endpoint),
    ...(endpoint.url.endsWith('/update.json') && { 204: { description: 'There is no newer version.' } }),
    ...refusalsOf(endpoint, converter),
  }
}

const ETAG = { ETag: { $ref: '#/components/headers/ETag' } }
const CONTENT_RANGE = { 'Content-Range': { $ref: '#/components/headers/Content-Range' } }

/** Beside the whole, for requests with If-None-Match or Range. */
function servedOf({ url, config: { serves } }: Endpoint): Record<string, Answer> {
  if (!serves) return {}
  const unchanged = { 304: { description: 'It is what If-None-Match names.', headers: ETAG } }
  if (serves === 'tagged') return unchanged
  const content = { ...contentOf(url), 'multipart/byteranges': { schema: isBinary } }
  return {
    206: { description: 'The parts that Range names', headers: { ...ETAG, ...CONTENT_RANGE }, content },
    ...unchanged,
  }
}

const DECISIONS = [...new Set(Object.values(DECISION_STATUS))].filter((status) => status >= 400)

const isDecision = ({ schema: { response } }: Endpoint) => response['4xx'] !== refusals['4xx']

/** Statuses of refusals that the document lists. */
export function refusalStatuses(endpoint: Endpoint): number[] {
  if (!isDecision(endpoint)) return [...statusesOf(endpoint)]
  return takesBody(endpoint) ? [401, ...DECISIONS, ...TOO_MUCH] : DECISIONS
}

function refusalsOf(endpoint: Endpoint, { convert }: Converter): Record<string, Answer> {
  const refer = (status: Status) => [status, { $ref: `#/components/responses/${REFUSALS[status][0]}` }]
  if (!isDecision(endpoint)) return Object.fromEntries(Array.from(statusesOf(endpoint), refer))
  const content = { 'application/json': { schema: convert(endpoint.schema.response['4xx'], 'output') } }
  const decision = { description: 'A refusal with its decision, in `code` and `detail`', content }
  return Object.fromEntries(refusalStatuses(endpoint).map((status) => [status, decision]))
}
