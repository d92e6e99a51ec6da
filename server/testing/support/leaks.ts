import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#server/operations/developers/document/endpoints.ts'
import { app, type Person } from '#server/testing/testing.ts'

/** The values that the walk tries for each address parameter, by name. A parameter without values is left out. */
export type Values = { params: Record<string, string[]>; query: Record<string, string[]> }

/** Parts of the addresses of update feeds and files. */
export const updateParts = {
  updateToken: [randomUUID()],
  channel: ['stable'],
  versionId: [randomUUID()],
  fileName: ['setup.exe'],
  number: ['1.0.0'],
  packageChannel: ['win'],
  packageName: ['Product-1.0.0-full'],
  packageIdentifier: ['Vendor.Product'],
}

type Call = { name: string; method: 'GET'; url: string }

/** Never ends: it has its own test. */
const STREAMS = ['tickets.events']

const keysOf = (schema: unknown) => (schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [])

export const readable = endpoints.filter(([name, { method }]) => method === 'GET' && !STREAMS.includes(name))

/** Every way there is to read something, with everything in it that is worth trying. */
const callsFor = (values: Values): Call[] =>
  readable.flatMap(([name, endpoint]) =>
    addressesOf(endpoint, values).flatMap((address) =>
      queriesOf(endpoint, values).map((query): Call => ({ name, method: 'GET', url: `${address}${query}` })),
    ),
  )

/** Address parameters without values to try. */
export const unknownParts = ({ params, query }: Values) =>
  readable.flatMap(([name, { url, schema }]) => [
    ...namesIn(url)
      .filter((part) => !Object.hasOwn(params, part))
      .map((part) => `${name} :${part}`),
    ...keysOf(schema.querystring)
      .filter((key) => !Object.hasOwn(query, key))
      .map((key) => `${name} ?${key}`),
  ])

const namesIn = (url: string) => [...url.matchAll(/:(\w+)/g)].map(([, part = '']) => part)

const addressesOf = ({ url }: Endpoint, { params }: Values) =>
  namesIn(url).reduce(
    (urls, part) =>
      urls.flatMap((one) => (params[part] ?? []).map((value) => one.replace(`:${part}`, encodeURIComponent(value)))),
    [url as string],
  )

const queriesOf = ({ schema }: Endpoint, { query }: Values) => [
  '',
  ...keysOf(schema.querystring).flatMap((key) =>
    (query[key] ?? []).map((value) => `?${new URLSearchParams({ [key]: value })}`),
  ),
]

/** Of the answer itself, not of the moment it was given. */
const PASSING = new Set(['date', 'x-request-id', 'keep-alive', 'connection'])
const COUNTING = new Set(['content-length', 'etag', 'x-total-count', 'link'])

/** Everything that this reader gets to see, by the call: status, headers and body as they are sent. */
export async function readEverything({ cookie, ip }: Person, values: Values, without?: string) {
  const seen = new Map<string, string>()
  for (const { name, method, url } of callsFor(values)) {
    if (name === without) continue
    const { statusCode, headers, payload } = await app.inject({
      method,
      url,
      remoteAddress: ip,
      headers: { ...(cookie && { cookie }) },
    })
    const tellsOfReader = name.startsWith('audit.') && !url.includes('subject=')
    const lasting = Object.entries(headers).filter(
      ([header]) => !PASSING.has(header) && !(tellsOfReader && COUNTING.has(header)),
    )
    const body = tellsOfReader && statusCode === 200 ? withoutOwnCalls(payload) : payload
    seen.set(`${name} ${url}`, `${statusCode}\n${JSON.stringify(lasting)}\n${body}`)
  }
  return seen
}

/** The audit log contains the reader's own exports, with their search text, and what the reader was not allowed to call. */
function withoutOwnCalls(trail: string) {
  if (!trail.startsWith('['))
    return trail
      .split('\n')
      .filter((line) => !/exported|Access refused/.test(line))
      .join('\n')
  const entries: { action: string }[] = JSON.parse(trail)
  return JSON.stringify(entries.filter(({ action }) => !/[.-]exported$/.test(action) && action !== 'access.refused'))
}
