import type { FastifyInstance } from 'fastify'
import { addressKey } from './address-key.ts'
import { createCallBudget } from './call-budget.ts'
import { hasBody } from './timeouts.ts'

const BAD = new Set([400, 413, 415])

/** High, because an office shares one address. */
export const BAD_REQUESTS = { calls: 1000, seconds: 60 }

/** Refuses requests with a body from an address that has sent too many invalid ones within a minute, with 429 and before reading them. */
export function limitBadRequests(app: FastifyInstance) {
  const { count, check, isUntouched } = createCallBudget(BAD_REQUESTS)
  app.addHook('onRequest', ({ ip, raw }, _reply, done) => {
    // Skips the costly parsing of the address while nothing has been counted.
    if (!isUntouched() && hasBody(raw)) check(addressKey(ip))
    done()
  })
  app.addHook('onResponse', ({ ip, raw }, { statusCode }, done) => {
    if (BAD.has(statusCode) && hasBody(raw)) count(addressKey(ip))
    done()
  })
}
