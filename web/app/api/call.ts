import type * as z from 'zod/mini'
import type { Consequence, Endpoint } from '#contract/endpoint.ts'
import { TOTAL_HEADER } from '#contract/endpoint.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { ApiError } from './api-error.ts'
import { dropEarly, takeEarly } from './requests/early.ts'
import { sendSignedIn } from './questions.ts'
import { viewingHeader } from './viewing.ts'

type Part<E extends Endpoint, Name extends 'params' | 'querystring' | 'headers' | 'body'> =
  E['schema'] extends Record<Name, infer S extends z.core.$ZodType> ? z.input<S> : undefined

type InputPart<Key extends string, Value> = undefined extends Value
  ? { [key in Key]?: Value }
  : Record<never, never> extends Value
    ? { [key in Key]?: Value }
    : { [key in Key]: Value }

/** A confirmation. Endpoints with a consequence require one. */
export type Confirming<E extends Endpoint> = E['config'] extends { consequence: Consequence }
  ? { confirmed: Confirmation }
  : unknown

export type Input<E extends Endpoint> = UnconfirmedInput<E> & Confirming<E>

export type UnconfirmedInput<E extends Endpoint> = InputPart<'params', Part<E, 'params'>> &
  InputPart<'query', Part<E, 'querystring'>> &
  InputPart<'headers', Part<E, 'headers'>> &
  InputPart<'body', Part<E, 'body'>>

type Responses<E extends Endpoint> = E['schema']['response']

export type Answer<E extends Endpoint> =
  Responses<E> extends Record<200, infer S extends z.core.$ZodType>
    ? z.output<S>
    : Responses<E> extends Record<201, infer S extends z.core.$ZodType>
      ? z.output<S>
      : undefined

export async function call<E extends Endpoint>(endpoint: E, input: Input<E>) {
  const { method, url, config } = endpoint
  const path = pathOf(url, input)
  const request = () => sendCall(endpoint, path, input)
  const asks = config.access !== 'public' && (method === 'GET' || !config.isBackground)
  return parsed<Answer<E>>(await checked(asks ? sendSignedIn(request) : request()))
}

type SendCall = (endpoint: Endpoint, path: string, options: FetchOptions) => Promise<Response>

const sendOnce: SendCall = ({ method }, path, options) => fetchOnce(method, path, options)

let sendCall = sendOnce

/** Replaces how calls are sent, until the returned function is called. */
export function sendCallsBy(make: (once: SendCall) => SendCall) {
  sendCall = make(sendOnce)
  return () => void (sendCall = sendOnce)
}

/** Reads one page of a list, with the total number of matching rows. */
export async function callPage<E extends Endpoint>({ method, url }: E, input: Input<E>) {
  const response = await send(method, pathOf(url, input))
  const next = /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(response.headers.get('link') ?? '')
  return {
    rows: await parsed<Answer<E>>(response),
    total: Number(response.headers.get(TOTAL_HEADER)),
    nextCursor: next?.[1],
  }
}

export const get = async (path: string) => parsed<unknown>(await send('GET', path))

/** Fills in the parameters and leaves out absent and empty query values. */
export function pathOf(url: string, { params, query }: { params?: unknown; query?: unknown }) {
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(Object(params)[name])))
  const given = Object.entries(Object(query)).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${path}?${search}` : path
}

/** Milliseconds. A dropped connection would otherwise never end. */
const LONGEST = 120_000

export type FetchOptions = { headers?: unknown; body?: unknown }

const send = (method: Endpoint['method'], path: string) => checked(sendSignedIn(() => fetchOnce(method, path)))

async function fetchOnce(method: Endpoint['method'], path: string, { headers, body }: FetchOptions = {}) {
  const early = method === 'GET' ? takeEarly(path) : dropEarly()
  const json = body === undefined ? {} : { 'content-type': 'application/json' }
  const sent = {
    headers: { ...json, ...viewingHeader(), ...Object(headers) },
    body: body === undefined ? null : JSON.stringify(body),
  }
  const signal = AbortSignal.timeout(LONGEST)
  return early ?? fetch(path, { method, credentials: 'include', signal, ...sent })
}

export async function checked(sent: Promise<Response>) {
  const response = await sent
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
  return response
}

/** Typed but not validated: the server's response schema has already shaped the body. */
export async function parsed<T>(response: Response) {
  const text = await response.text()
  return (text ? JSON.parse(text) : undefined) as T
}
