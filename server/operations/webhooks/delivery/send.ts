import type { IncomingMessage } from 'node:http'
import { NOT_PUBLIC } from '#contract/errors.ts'
import { request } from '#server/platform/http/outbound/request.ts'
import type { Reach } from '#server/platform/http/outbound/targets.ts'

/** `status` of an answer, or `error` without one. */
export type Answer = { status: number | null; error: string | null; body: string | null }

export type Sending = Reach & { url: string; headers: Record<string, string>; body: string; seconds?: number }

/** Seconds for the whole answer. */
const LIMIT = 15

/** Bytes of an answer that are read and stored. */
const MOST_READ = 4096

/** POSTs once. Never rejects, and doesn't follow redirects. */
export async function send({ url, headers, body, seconds = LIMIT, ...reach }: Sending): Promise<Answer> {
  const sending = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    body,
    signal: AbortSignal.timeout(seconds * 1000),
    reach,
  }
  try {
    return await request(new URL(url), sending, async (response) => ({
      status: response.statusCode ?? null,
      error: null,
      body: await readStart(response),
    }))
  } catch (error) {
    return { status: null, body: null, error: nameOf(error, seconds) }
  }
}

/** Returns the part that arrives in time. PostgreSQL cannot store NUL. */
async function readStart(response: IncomingMessage) {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part)
      size += part.length
      if (size >= MOST_READ) break
    }
  } catch {
    // The status has arrived and decides.
  }
  return Buffer.concat(parts).subarray(0, MOST_READ).toString().replaceAll('\0', '')
}

const SELF_SIGNED = 'The certificate is self-signed: use one of a public authority'
const UNVERIFIED =
  'The certificate cannot be verified: use one of a public authority, and send its intermediate certificates, too'

const WORDS: Record<string, string> = {
  CERT_HAS_EXPIRED: 'The certificate has expired: renew it',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
  ECONNREFUSED: 'Nothing answers at this address: start the receiver, or check the port',
  ENOTFOUND: 'There is no such host: check the address',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host: use one for this host',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is of a private authority: use one of a public authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNVERIFIED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNVERIFIED,
}

function nameOf(error: unknown, seconds: number) {
  if (!(error instanceof Error)) return 'The connection failed'
  if (error.message === NOT_PUBLIC) return NOT_PUBLIC
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return `No answer within ${seconds} seconds`
  const { code } = error as NodeJS.ErrnoException
  return (code && WORDS[code]) ?? `The connection failed${code ? ` (${code})` : ''}`
}
