import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasTag, tagOf } from './tags.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** The first caller waits for it: the best quality saves a seventh of the OpenAPI document and takes thirty times as long. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export type CompressedText = ReturnType<typeof compressed>

/** A text and its compressed forms. Each is made when it is first asked for, and kept. */
export function compressed(make: () => Promise<string>) {
  const plain = once(async () => Buffer.from(await make()))
  return {
    plain,
    br: once(async () => compressBrotli(await plain(), QUALITY)),
    gzip: once(async () => compressGzip(await plain(), { level: 9 })),
    tag: once(async () => tagOf(await plain())),
  }
}

export function once<Made>(make: () => Promise<Made>) {
  let made: Promise<Made> | undefined
  return () => (made ??= make())
}

type CompressedAnswer = { text: CompressedText; type: string; caching: string; vary?: string }

/** Sends the form that the caller prefers, or 304 if the caller has the text. The tag is weak, because all forms share it. */
export async function sendCompressed(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { text, type, caching, vary = 'accept-encoding' }: CompressedAnswer,
) {
  const tag = await text.tag()
  reply.headers({ 'cache-control': caching, etag: `W/${tag}`, vary })
  if (hasTag(headers['if-none-match'], tag)) return reply.code(304).send()
  const encoding = negotiate(headers['accept-encoding'] ?? '', ['br', 'gzip'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(`${type}; charset=utf-8`).send(await text[encoding ?? 'plain']())
}
