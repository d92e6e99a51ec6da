import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endWork } from '#server/database/transactions/work.ts'
import { unavailable } from '#server/platform/http/errors.ts'

type Waiting = {
  request: FastifyRequest
  reply: FastifyReply
  since: number
  /** When its body started to arrive. */
  pausedAt: number | undefined
  timer: NodeJS.Timeout | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    waiting: Waiting | null
  }
  interface FastifyContextConfig {
    /** Reads a whole uploaded file, without a time limit. */
    readsFiles?: true
  }
}

/** Milliseconds. Leaves time to answer every request within ten seconds. */
const LIMIT = 8000

const TOO_LONG = 'This took too long and was stopped. Please try again in a moment.'

/** Answers with a timeout and rolls back open transactions. Receiving the body and sending the answer do not count. */
export function limitTime(app: FastifyInstance, limit: number = LIMIT) {
  // A set of all requests would keep each until the next major collection: 130 MiB at 10,000 per second.
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

const isLimited = ({ route: { config } }: FastifyRequest) =>
  config.access !== 'signed-url' && !config.takesFiles && !config.readsFiles

function giveUp({ request, reply }: Waiting) {
  endWork(request.work, unavailable('This request took too long.'))
  reply.send(unavailable(TOO_LONG))
}
