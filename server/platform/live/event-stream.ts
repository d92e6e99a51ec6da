import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export const EVENT_STREAM = 'text/event-stream; charset=utf-8'

/** Milliseconds before a browser reconnects. */
const RETRY = 2000

/** Bytes waiting for a slow reader, who is then cut off and refetches everything after reconnecting. */
const BACKLOG = 16_384

export type EventStream = ReturnType<typeof openEventStream>

export function openEventStream() {
  const body = new Readable({ read() {} })
  let count = 0
  let isEnded = false
  const push = (text: string) => {
    if (isEnded || body.destroyed) return
    body.push(text)
    if (body.readableLength > BACKLOG) body.destroy()
  }
  push(`retry: ${RETRY}\n\n`)
  return {
    send: (kind: string) => push(`id: ${++count}\nevent: ${kind}\ndata: {}\n\n`),
    /** Prevents idle timeouts. */
    beat: () => push(':\n\n'),
    end: () => {
      if (!isEnded) body.push(null)
      isEnded = true
    },
    cut: () => void body.destroy(),
    onClose: (listener: () => void) => void body.once('close', listener),
    /** Proxies must not buffer. The connection closes after the stream, so that the server can stop. */
    answer: (reply: FastifyReply) =>
      reply
        .headers({
          'content-type': EVENT_STREAM,
          'cache-control': 'no-store, no-transform',
          'x-accel-buffering': 'no',
          connection: 'close',
        })
        .send(body),
  }
}
