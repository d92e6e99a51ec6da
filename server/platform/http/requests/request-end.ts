import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** As nginx logs a client that has gone before its answer began. */
export const CLIENT_GONE = 499

type End = { status: number; isAborted: boolean }
type Listener = (request: FastifyRequest, reply: FastifyReply, end: End) => void

/** Calls once for each request, also if its client has gone before the end of the answer. Fastify's `onResponse` is not called then. */
export const onRequestEnd = (app: FastifyInstance, listener: Listener) =>
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply
    raw.once('close', () => {
      const isAborted = !raw.writableEnded
      listener(request, reply, { status: isAborted && !raw.headersSent ? CLIENT_GONE : reply.statusCode, isAborted })
    })
    done()
  })
