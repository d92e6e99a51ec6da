import type { uploads } from '#contract/releases/uploads.ts'
import { FileFailed, send, type Reply } from '#clients/cli/http/transport.ts'
import { parseAnswer, reasonOf, refusalIn, type Api } from '#clients/cli/http/api.ts'
import { createPatience } from '#clients/cli/http/retry.ts'
import { TryAgain } from '#clients/cli/failures.ts'
import { printable } from '#clients/cli/output.ts'
import { requireSafe } from '#clients/cli/settings.ts'
import type { LocalFile } from './file.ts'
import { createProgress } from './progress.ts'

type Ticket = { url: URL; contentType: string; resumes: boolean }

/** Milliseconds without a byte. Before the rest of a file arrives, the server may read the part that it has. */
const IDLE = 180_000

/** How often a bucket, which keeps no part of a file, gets it from the start. */
const MOST_STARTS = 5

/** Uploads a file and returns its URL. Continues where a connection broke off, as long as something arrives from time to time. */
export async function upload(api: Api, file: LocalFile, stderr: Parameters<typeof createProgress>[0]) {
  const { uploadURL, contentType, resumes } = await api.call<typeof uploads.request>('POST', '/api/objects/upload', {
    body: { fileName: file.name, size: file.size, purpose: 'application' },
  })
  const ticket = { url: addressOf(uploadURL, resumes, api.server), contentType, resumes }
  const progress = createProgress(stderr, printable(file.name), file.size)
  const patience = createPatience(api.patienceSeconds)
  let furthest = 0
  for (let attempt = 0; ; attempt++) {
    const from = attempt === 0 ? 0 : await findStart(ticket, patience)
    if (from === undefined) break
    if (from > furthest || (!resumes && attempt < MOST_STARTS)) patience.restore()
    furthest = Math.max(furthest, from)
    const failure = await put(ticket, file, from, progress.show)
    if (!failure) break
    progress.note(`${failure.message} ${resumes ? 'Continuing.' : 'Starting over.'}`)
    await patience.waitAfter(failure)
  }
  progress.end()
  return uploadURL
}

/** A link of the portal is opened at the address that is known to work. A bucket has its own. */
function addressOf(uploadURL: string, isOwn: boolean, server: URL) {
  const url = new URL(uploadURL)
  if (isOwn) return new URL(url.pathname + url.search, server)
  requireSafe(url)
  return url
}

/** Sends the rest of the file. Returns a failure after which it may be continued, and throws others. */
async function put(
  { url, contentType }: Ticket,
  { path, size }: LocalFile,
  from: number,
  show: (sent: number) => void,
) {
  let sent = from
  show(sent)
  const reply = await send({
    method: 'PUT',
    url,
    idleTimeout: IDLE,
    headers: {
      'content-type': contentType,
      'content-length': String(size - from),
      ...(from > 0 && { 'content-range': `bytes ${from < size ? `${from}-${size - 1}` : '*'}/${size}` }),
    },
    body: {
      path,
      from,
      size,
      onRead: (bytes) => {
        sent += bytes
        show(sent)
      },
    },
  }).catch(lost)
  return reply instanceof Error ? reply : failureOf(reply)
}

function lost(error: Error) {
  if (error instanceof FileFailed) throw new TryAgain(error.message)
  return new TryAgain(`The connection broke off: ${reasonOf(error)}.`)
}

/** Of those the link has expired, or the file is refused: sending it again would not help. */
const FINAL = new Set([401, 403, 404, 413, 415])

/** 400: cut short. 409: the server still waits for the sender of the broken connection, or has another part than we thought. */
function failureOf(reply: Reply) {
  if (reply.status < 300) return undefined
  const refusal = refusalIn(reply)
  if (FINAL.has(reply.status)) throw refusal
  const failure = new TryAgain(refusal.message, reply.status)
  if (reply.status === 507) throw failure
  return failure
}

/** The first byte that the server lacks, or undefined if it has all. */
async function findStart({ url, resumes }: Ticket, patience: ReturnType<typeof createPatience>) {
  if (!resumes) return 0
  for (;;) {
    const reply = await send({ method: 'GET', url, headers: {}, idleTimeout: 30_000 }).catch(lost)
    const failure = reply instanceof Error ? reply : failureOf(reply)
    if (!failure) return startIn(reply as Reply)
    await patience.waitAfter(failure)
  }
}

function startIn(reply: Reply) {
  const { received, isComplete } = (parseAnswer(reply) ?? {}) as { received?: unknown; isComplete?: unknown }
  if (isComplete === true) return undefined
  if (Number.isSafeInteger(received)) return received as number
  throw new TryAgain('The portal does not say how much of the file it has.')
}
