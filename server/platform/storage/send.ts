import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { attachment } from '#server/platform/http/attachment.ts'
import type { Objects, StoredObject } from './objects.ts'
import { multipartOf, rangesOf } from './ranges.ts'
import type { Range } from './storage.ts'

/** The name people save it by; its extension comes from `type`'s content, not from them. */
type Download = {
  object: Pick<StoredObject, 'key' | 'size' | 'sha256'>
  fileName: string
  type: string
  /** Shown in its place, and kept by the browser that asks each time whether it still may. Only for known images. */
  isShown?: boolean
}

/** Whatever the file holds, a browser that shows it runs nothing of it. */
const SANDBOX = "default-src 'none'; sandbox"

/**
 * Streams a claimed file, as a download unless it is shown: whole, a range of it or several. A cut download resumes by Range;
 * an unchanged file is not sent again.
 */
export async function sendObject(
  objects: Pick<Objects, 'read'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { object, fileName, type: kind, isShown = false }: Download,
) {
  // A byte order mark in the file says more, and counts for more.
  const type = kind.startsWith('text/') ? `${kind}; charset=utf-8` : kind
  const size = object.size ?? 0
  const etag = `"${object.sha256}"`
  const validators = {
    etag,
    'accept-ranges': 'bytes',
    'content-security-policy': SANDBOX,
    ...(isShown && { 'cache-control': 'private, no-cache' }),
  }
  if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).headers(validators).send()
  const ranges = wantedRanges(request, etag, size)
  if (ranges === 'unsatisfiable')
    return reply
      .code(416)
      .headers({ ...validators, 'content-range': `bytes */${size}` })
      .send()

  // Asked for first: what is missing is told as a failure, not saved as a file. HEAD wants no byte of it.
  const read = (range?: Range) =>
    request.method === 'HEAD' ? Promise.resolve(Readable.from([])) : objects.read(object.key, range)
  const bytes = await read(ranges?.[0])
  const { headers, body } = bodyOf(ranges, { type, size }, bytes, read)
  return reply
    .code(ranges ? 206 : 200)
    .headers({ ...validators, 'content-disposition': isShown ? 'inline' : attachment(fileName), ...headers })
    .send(body)
}

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

/** A list of tags, weak ones too, or any. */
export const hasTag = (header: string | undefined, etag: string) =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*') ?? false

/** Ranges of another file than the one that was begun count as none. */
const wantedRanges = ({ headers }: FastifyRequest, etag: string, size: number) =>
  headers['if-range'] === undefined || headers['if-range'] === etag ? rangesOf(headers.range, size) : undefined
