import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'

const MOST_BYTES = 16 * 1_048_576

/**
 * Reads the rest of a body that is too large before the answer, up to 16 MB: a client that is still sending when its connection closes does
 * not see the answer. `cutSlowBodies` limits the time.
 */
export function readRestOfBody(app: FastifyInstance) {
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (reply.statusCode !== 413) return done(null, payload)
    // A longer rest is not read, and would be taken for the next request.
    reply.header('connection', 'close')
    void discard(raw).then(() => done(null, payload))
  })
}

async function discard(raw: IncomingMessage) {
  if (raw.complete || raw.destroyed || Number(raw.headers['content-length'] ?? 0) > MOST_BYTES) return
  const enough = new AbortController()
  let bytes = 0
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MOST_BYTES) enough.abort()
  })
  await finished(raw, { signal: enough.signal }).catch(() => undefined)
}
