import type { IncomingMessage } from 'node:http'
import { request } from './request.ts'
import type { Reach } from './targets.ts'

/** Bytes of an answer. */
const MOST_READ = 1_000_000

type Options = { method: string; headers: Record<string, string>; body?: unknown; signal?: AbortSignal | undefined }

/** `fetch` for addresses that customers enter: only to the public internet, without redirects, and at most 1 MB. `deadline`: of all its calls. */
export const createFetch =
  (reach: Reach, deadline: AbortSignal) =>
  (address: string, { body, method, headers, signal: own }: Options): Promise<Response> => {
    const signal = own ? AbortSignal.any([own, deadline]) : deadline
    const sending = { method, headers, signal, body: textOf(body), reach }
    return request(new URL(address), sending, async (answer) => responseOf(answer, await readWhole(answer))).catch(
      (error: unknown) => {
        signal.throwIfAborted()
        throw error
      },
    )
  }

const textOf = (body: unknown) => (body instanceof URLSearchParams ? body.toString() : undefined)

async function readWhole(answer: IncomingMessage) {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size > MOST_READ) throw new Error('The answer is too long')
  }
  return Buffer.concat(parts)
}

function responseOf({ statusCode = 0, headersDistinct }: IncomingMessage, body: Buffer) {
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  const hasBody = ![204, 205, 304].includes(statusCode)
  return new Response(hasBody ? new Uint8Array(body) : null, { status: statusCode, headers })
}
