import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Objects, StoredObject } from './objects.ts'
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

/** Streams a claimed file, as a download unless it is shown. A cut one resumes by Range; an unchanged one is not sent again. */
export async function sendObject(
  objects: Objects,
  request: FastifyRequest,
  reply: FastifyReply,
  { object, fileName, type, isShown = false }: Download,
) {
  const size = object.size ?? 0
  const etag = `"${object.sha256}"`
  const validators = {
    etag,
    'accept-ranges': 'bytes',
    'content-security-policy': SANDBOX,
    ...(isShown && { 'cache-control': 'private, no-cache' }),
  }
  if (request.headers['if-none-match'] === etag) return reply.code(304).headers(validators).send()
  const range = rangeOf(request, etag, size)
  if (range === 'unsatisfiable')
    return reply
      .code(416)
      .headers({ ...validators, 'content-range': `bytes */${size}` })
      .send()

  // Asked for first: what is missing is told as a failure, not saved as a file. HEAD wants no byte of it.
  const bytes = request.method === 'HEAD' ? Readable.from([]) : await objects.read(object.key, range)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  return reply
    .headers({ ...validators, 'content-type': type, 'content-disposition': isShown ? 'inline' : attachment(fileName) })
    .header('content-length', range ? range.end - range.start + 1 : size)
    .send(bytes)
}

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/** One range of RFC 9110. Several, or one we cannot read, count as none; so does one of an older file. */
function rangeOf({ headers }: FastifyRequest, etag: string, size: number): Range | 'unsatisfiable' | undefined {
  if (headers['if-range'] !== undefined && headers['if-range'] !== etag) return undefined
  const [, first = '', last = ''] = headers.range?.match(ONE_RANGE) ?? []
  if (!first && !last) return undefined
  const start = first ? Number(first) : Math.max(size - Number(last), 0)
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1
  if (first && last && Number(last) < start) return undefined
  return start > end ? 'unsatisfiable' : { start, end }
}

/** RFC 6266: plain characters for old clients, and the real name. No character can end the header or name a folder. */
export function attachment(fileName: string) {
  const name = fileName.toWellFormed().replace(/[\p{Cc}/\\:*?"<>|]/gu, '-')
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replaceAll('%', '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
