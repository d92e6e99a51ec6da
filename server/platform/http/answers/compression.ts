import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, FastifySchema, onSendHookHandler } from 'fastify'
import { needsUser } from '#server/platform/http/access.ts'

/** Bytes from which compressing saves a packet. */
const FROM = 2048

/** Bytes up to which compressing takes less than a millisecond, so that it is done at once. */
const AT_ONCE = 128 * 1024

/** A list of 100 rows becomes an eighth in 0.4 ms; the next quality takes twice as long for 2 %. */
const BROTLI_QUALITY = 3

/**
 * Compresses the JSON that users read. Not the answers of writes, which may contain a new secret: the length of a compressed answer
 * depends on what it contains. Not those for devices, which are small. Compressed requests stay refused.
 */
export async function compressReads(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    const { access } = route.config ?? {}
    const isForUsers = access !== undefined && needsUser(access) && answersJson(route.schema)
    if (!isForUsers || route.method !== 'GET') route.compress = false
    if (isForUsers && route.method === 'HEAD') route.onSend = [route.onSend ?? [], withoutLength].flat()
  })
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: FROM,
    syncThreshold: AT_ONCE,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    zlibOptions: { level: 1 },
  })
}

/** The length that GET would send is unknown until it is compressed. */
const withoutLength: onSendHookHandler = ({ headers }, reply, payload, done) => {
  if (headers['accept-encoding'] !== undefined) reply.removeHeader('content-length')
  done(null, payload)
}

/** Files, exports and streams of events have no schema for 200. */
const answersJson = (schema: FastifySchema | undefined) => 200 in Object(schema?.response)
