import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable, Transform, pipeline } from 'node:stream'
import { countOf } from '#contract/quantities.ts'
import { attachment } from '#server/platform/http/answers/attachment.ts'
import { isUnchanged } from '#server/platform/http/answers/tags.ts'
import { HttpError } from '#server/platform/http/errors.ts'
import type { Objects, StoredObject } from './objects.ts'
import { multipartOf, rangesOf } from './ranges.ts'
import type { Range } from './storage.ts'

/** The download's name. The extension comes from `type`. */
type Download = {
  object: Pick<StoredObject, 'key' | 'size' | 'sha256'>
  fileName: string
  type: string
  /** Shown in the page and revalidated by the browser. Only for known images. */
  isShown?: boolean
}

/** The browser runs nothing in the file. */
const SANDBOX = "default-src 'none'; sandbox"

/** Streams a claimed file as a download, or shows it: whole or by ranges. Supports resuming and conditional requests. */
export async function sendObject(
  objects: Pick<Objects, 'read'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { object, fileName, type: kind, isShown = false }: Download,
) {
  // A byte order mark in the file takes precedence.
  const type = kind.startsWith('text/') ? `${kind}; charset=utf-8` : kind
  const size = object.size ?? 0
  const etag = `"${object.sha256}"`
  const validators = {
    etag,
    'accept-ranges': 'bytes',
    'content-security-policy': SANDBOX,
    ...(isShown && { 'cache-control': 'private, no-cache' }),
  }
  if (isUnchanged(request, etag, 'file')) return reply.code(304).headers(validators).send()
  const ranges = wantedRanges(request, etag, size)
  if (ranges === 'unsatisfiable') {
    reply.headers({ ...validators, 'content-range': `bytes */${size}` })
    throw new HttpError(416, `Range is beyond the end of the file, which has ${countOf(size, 'byte')}.`)
  }

  // Opened first, so that a missing file is an error instead of an empty download. HEAD reads nothing.
  const read = async (range: Range = { start: 0, end: size - 1 }) =>
    request.method === 'HEAD'
      ? Readable.from([])
      : exactly(range.end - range.start + 1, await objects.read(object.key, ranges && range))
  const bytes = await read(ranges?.[0])
  const { headers, body } = bodyOf(ranges, { type, size }, bytes, read)
  return reply
    .code(ranges ? 206 : 200)
    .headers({ ...validators, 'content-disposition': isShown ? 'inline' : attachment(fileName), ...headers })
    .send(body)
}

/** Fails on a damaged file, because a client would wait in vain for bytes that were announced. */
function exactly(length: number, bytes: Readable) {
  let left = length
  const checked = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      left -= chunk.length
      if (left < 0) done(damaged())
      else done(null, chunk)
    },
    flush: (done) => done(left === 0 ? null : damaged()),
  })
  return pipeline(bytes, checked, () => undefined)
}

const damaged = () => new Error('A stored file has another length than its record')

/** `bytes`: of the first range, or of the whole file. */
function bodyOf(
  ranges: Range[] | undefined,
  { type, size }: { type: string; size: number },
  bytes: Readable,
  read: (range: Range) => Promise<Readable>,
) {
  const [range, ...more] = ranges ?? []
  if (!ranges || !range) return { headers: { 'content-type': type, 'content-length': size }, body: bytes }
  if (more.length > 0) {
    const multipart = multipartOf(ranges, { type, size })
    const headers = { 'content-type': multipart.type, 'content-length': multipart.length }
    return { headers, body: multipart.body(bytes, read) }
  }
  const { start, end } = range
  const contentRange = `bytes ${start}-${end}/${size}`
  return {
    headers: { 'content-type': type, 'content-length': end - start + 1, 'content-range': contentRange },
    body: bytes,
  }
}

const wantedRanges = ({ headers }: FastifyRequest, etag: string, size: number) =>
  headers['if-range'] === undefined || headers['if-range'] === etag ? rangesOf(headers.range, size) : undefined
