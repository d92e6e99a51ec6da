import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export const EVENT_STREAM = 'text/event-stream; charset=utf-8'

/** Milliseconds after which a browser whose stream broke off asks again. */
const RETRY = 2000

/** Bytes that may wait for a slow reader, who is cut off and reads everything again once reconnected. */
const BACKLOG = 16_384

export type EventStream = ReturnType<typeof openEventStream>

/** Server-sent events that carry no data: each says what to read. */
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
    /** Keeps the connection from being cut as silent. */
    beat: () => push(':\n\n'),
    end: () => {
      if (!isEnded) body.push(null)
      isEnded = true
    },
    cut: () => void body.destroy(),
    onClose: (listener: () => void) => void body.once('close', listener),
    /** A proxy is to pass each event on at once. The connection serves nothing afterwards, so that a server can stop. */
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
