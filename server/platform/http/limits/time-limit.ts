import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endWork } from '#server/database/transactions/work.ts'
import { unavailable } from '#server/platform/http/errors.ts'

type Waiting = {
  request: FastifyRequest
  reply: FastifyReply
  since: number
  /** Since when its body is arriving. */
  pausedAt: number | undefined
  timer: NodeJS.Timeout | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    waiting: Waiting | null
  }
  interface FastifyContextConfig {
    /** It may read a whole uploaded file, which takes as long as it takes. */
    readsFiles?: true
  }
}

/** Milliseconds. With what may still be under way when it is over, every request is answered within ten seconds. */
const LIMIT = 8000

const TOO_LONG = 'This took too long and was given up. Please try again in a moment.'

/**
 * Whatever a request waits for, it is answered in time, and its open transactions are undone. The time in which its body
 * arrives does not count, nor that in which its answer is sent.
 */
export function limitTime(app: FastifyInstance, limit: number = LIMIT) {
  // A set of all requests would keep each of them until the next major collection: 130 MiB at 10,000 a second.
  const wait = (own: Waiting, milliseconds: number) => {
    own.timer = setTimeout(check, milliseconds, own).unref()
  }
  const check = (own: Waiting) => {
    const left = own.pausedAt === undefined ? own.since + limit - performance.now() : limit
    if (left > 0) wait(own, left)
    else giveUp(own)
  }
  app.decorateRequest('waiting', null)

  app.addHook('onRequest', (request, reply, done) => {
    if (isLimited(request)) {
      request.waiting = { request, reply, since: performance.now(), pausedAt: undefined, timer: undefined }
      wait(request.waiting, limit)
    }
    done()
  })
  app.addHook('preParsing', ({ waiting: own }, _reply, payload, done) => {
    if (own) own.pausedAt = performance.now()
    done(null, payload)
  })
  app.addHook('preValidation', ({ waiting: own }, _reply, done) => {
    if (own?.pausedAt !== undefined) {
      own.since += performance.now() - own.pausedAt
      own.pausedAt = undefined
    }
    done()
  })
  app.addHook('onSend', ({ waiting: own }, _reply, payload, done) => {
    clearTimeout(own?.timer)
    done(null, payload)
  })
}

const isLimited = ({ routeOptions: { config } }: FastifyRequest) =>
  config.access !== 'signed-url' && !config.takesFiles && !config.readsFiles

function giveUp({ request, reply }: Waiting) {
  endWork(request.work, unavailable('This request took too long.'))
  reply.send(unavailable(TOO_LONG))
}
