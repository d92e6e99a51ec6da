import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { STILL_RUNNING } from '#contract/errors.ts'
import { Refusal, TryAgain } from '#clients/cli/failures.ts'
import { proxyHint } from './proxy.ts'
import { createPatience } from './retry.ts'
import { send, type Reply } from './transport.ts'

/** The version of the API that these commands were written for. */
const API_VERSION = '2026-11-25'

type Success<E extends Endpoint> = E['schema']['response'] extends
  | { 201: infer Answer extends z.core.$ZodType }
  | { 200: infer Answer extends z.core.$ZodType }
  ? z.output<Answer>
  : unknown
type BodyOf<E extends Endpoint> = E['schema']['body'] extends infer Body extends z.core.$ZodType
  ? z.input<Body>
  : undefined

type Input<E extends Endpoint> = {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: BodyOf<E>
  /** Repeating a POST with the same key does it once. Chosen at random without one. */
  idempotencyKey?: string | undefined
  /** Milliseconds, if the server may need long. */
  idleTimeout?: number
}

/** Says whether the answer is a list, as its type does. */
type ListMark<E extends Endpoint> = Success<E> extends readonly unknown[] ? { isList: true } : { isList?: false }

export type Settings = {
  server: URL
  token: string
  patienceSeconds: number
  clientVersion: string
  note: (text: string) => void
}
export type Api = ReturnType<typeof createApi>

/** Calls the portal: refusals and faults are thrown, and what may succeed later is repeated. */
export function createApi({ server, token, patienceSeconds, clientVersion, note }: Settings) {
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${token}`,
    'latchkey-version': API_VERSION,
    'user-agent': `latchkey-cli/${clientVersion}`,
  }

  async function ask(method: string, url: URL, { body, idempotencyKey, idleTimeout = 60_000 }: Input<Endpoint>) {
    const content = body === undefined ? undefined : JSON.stringify(body)
    const request = {
      method,
      url,
      idleTimeout,
      headers: {
        ...headers,
        ...(method !== 'GET' && { 'idempotency-key': idempotencyKey ?? randomUUID() }),
        ...(content !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(content)),
        }),
      },
      ...(content !== undefined && { body: content }),
    }
    const patience = createPatience(patienceSeconds, note)
    for (let isRepeated = false; ; isRepeated = true) {
      const reply = await send(request).catch(
        (error: Error) =>
          new TryAgain(
            `Can’t reach ${server.origin}: ${reasonOf(error)}${proxyHint(url, process.env, process.versions.node)}`,
          ),
      )
      const failure = reply instanceof Error ? reply : temporaryFailure(reply, isRepeated)
      if (!failure) return reply as Reply
      await patience.waitAfter(failure, reply instanceof Error ? undefined : retryAfter(reply))
    }
  }

  const addressOf = (url: string, { params = {}, query = {} }: Input<Endpoint>) => {
    const address = new URL(
      url.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? '')),
      server,
    )
    for (const [name, value] of Object.entries(query)) if (value !== undefined) address.searchParams.set(name, value)
    return address
  }

  return {
    server,
    patienceSeconds,

    call: async <E extends Endpoint>(method: E['method'], url: E['url'], input: Input<E> & ListMark<E>) =>
      contentOf<Success<E>>(
        await ask(method, addressOf(url, input as Input<Endpoint>), input as Input<Endpoint>),
        server,
        input.isList,
      ),

    /** All pages of a list, or its first rows. */
    list: async <E extends Endpoint>(url: E['url'], input: Input<E> & { limit?: number | undefined }) => {
      const { limit = Infinity, query = {} } = input
      const rows: Row<E>[] = []
      let next: URL | undefined = addressOf(url, { query: { ...query, limit: String(Math.min(limit, MOST_PER_PAGE)) } })
      while (next && rows.length < limit) {
        const reply = await ask('GET', next, {})
        rows.push(...contentOf<Row<E>[]>(reply, server, true))
        next = nextPage(reply, server)
      }
      return rows.slice(0, limit)
    },
  }
}

type Row<E extends Endpoint> = Success<E> extends (infer One)[] ? One : never

const MOST_PER_PAGE = 1000

/** On the same server, because the token is sent there. */
function nextPage({ headers }: Reply, server: URL) {
  const [, link] = /<([^>]+)>; *rel="next"/.exec(String(headers.link ?? '')) ?? []
  const url = link === undefined ? undefined : new URL(link, server)
  return url?.origin === server.origin ? url : undefined
}

const RUNNING: typeof STILL_RUNNING = 'STILL_RUNNING'

/** 'ECONNREFUSED' and its like, for failures whose message is empty, as that of an address with several IPs. */
export const reasonOf = (error: Error & { code?: string }) => error.message || error.code || error.name

/** A fault, a request that arrived too slowly, too many calls, or a first attempt that still runs. */
function temporaryFailure(reply: Reply, isRepeated: boolean) {
  const { status } = reply
  const isRunning = isRepeated && status === 409 && failureIn(reply)?.code === RUNNING
  return status === 408 || status === 429 || status >= 500 || isRunning
    ? new TryAgain(messageOf(reply), status)
    : undefined
}

/** Seconds. A proxy may send a date. */
function retryAfter({ headers }: Reply) {
  const asked = headers['retry-after'] ?? ''
  const seconds = /^\d+$/.test(asked) ? Number(asked) : (Date.parse(asked) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : seconds
}

type Failure = { message?: unknown; code?: unknown; errors?: Record<string, string> }

const failureIn = ({ text }: Reply) => parseAnswer({ text }) as Failure | undefined

function messageOf(reply: Reply) {
  const message = failureIn(reply)?.message
  return typeof message === 'string' && message !== '' ? message : `The server answered with ${reply.status}.`
}

/** The refusal in an answer. */
export const refusalIn = (reply: Reply) =>
  new Refusal(messageOf(reply), { status: reply.status, errors: failureIn(reply)?.errors })

function contentOf<Content>(reply: Reply, server: URL, isList = false) {
  const { status, headers } = reply
  if (status >= 300 && status < 400)
    throw new Refusal(
      `${server.origin} redirects to ${headers.location ?? 'another address'}. Set LATCHKEY_SERVER to the address of the portal.`,
      { status },
    )
  if (status >= 400) throw refusalIn(reply)
  const content = parseAnswer(reply)
  if (typeof content !== 'object' || content === null || Array.isArray(content) !== isList)
    throw new Refusal(`${server.origin} does not answer as a Latchkey portal does.`, { status })
  return content as Content
}

/** Undefined for what is no JSON. */
export function parseAnswer({ text }: Pick<Reply, 'text'>): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
