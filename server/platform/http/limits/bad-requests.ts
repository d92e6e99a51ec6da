import type { FastifyInstance } from 'fastify'
import { addressKey } from './address-key.ts'
import { createCallBudget } from './call-budget.ts'
import { hasBody } from './timeouts.ts'

const BAD = new Set([400, 413, 415])

/** One address may be that of an office in which many programs have the same fault. */
const BUDGET = { calls: 1000, seconds: 60 }

/** After too many bad bodies from an address in a minute, the next ones are refused with 429 before they are read. */
export function limitBadRequests(app: FastifyInstance) {
  const { count, check, isUntouched } = createCallBudget(BUDGET)
  app.addHook('onRequest', ({ ip, raw }, _reply, done) => {
    // Reading an address costs more than the rest of this, for every request with a body.
    if (!isUntouched() && hasBody(raw)) check(addressKey(ip))
    done()
  })
  app.addHook('onResponse', ({ ip, raw }, { statusCode }, done) => {
    if (BAD.has(statusCode) && hasBody(raw)) count(addressKey(ip))
    done()
  })
}
