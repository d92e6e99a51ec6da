import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import { http } from '#server/platform/http/node-http.ts'
import { lookupFor, type Reach } from './targets.ts'

type Sending = {
  method: string
  headers: Record<string, string | number>
  body?: string | undefined
  signal?: AbortSignal | undefined
  reach: Reach
}

/** Sends one request, without redirects, and closes its connection after `read`. */
export async function request<Result>(
  url: URL,
  { body, signal, reach, ...sending }: Sending,
  read: (answer: IncomingMessage) => Promise<Result>,
) {
  const lookup = lookupFor(url, reach)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = (url.protocol === 'https:' ? https : http).request(url, {
    ...sending,
    agent: false,
    ...(signal && { signal }),
    ...(lookup && { lookup }),
  })
  // An answer of 101 closes the request without an error.
  const closed = () => reject(new Error('Closed without an answer'))
  sent.on('response', resolve).on('error', reject).on('close', closed).end(body)
  try {
    return await read(await promise)
  } finally {
    sent.destroy()
  }
}
