import type { FastifyRequest } from 'fastify'
import { CALLS_PER_MINUTE, TOKEN_INVALID, notFrom } from '#contract/identity/api-tokens.ts'
import { createSessionReader } from '#server/identity/session/sessions.ts'
import { createTokenFinder } from '#server/database/statements/token-finder.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { bearerOf, isReading, type SessionUser } from '#server/platform/http/access.ts'
import { HttpError, forbidden } from '#server/platform/http/errors.ts'
import { createCallBudget } from '#server/platform/http/limits/call-budget.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isAllowedFrom } from './allowed-addresses.ts'
import { prepareFindCallers, touchToken } from './queries.ts'
import { isWellFormed } from './secret.ts'

/** Identifies the user of a request: by its API token if it has one, otherwise by its session. Nothing is cached. */
export function createCallerReader(platform: Platform) {
  const readSession = createSessionReader(platform)
  const readToken = createTokenReader(platform)
  return (request: FastifyRequest): Promise<SessionUser | null> => {
    const token = bearerOf(request)
    return token === undefined ? readSession(request) : readToken(request, token)
  }
}

function createTokenReader({ db, limits }: Pick<Platform, 'db' | 'limits'>) {
  const findCaller = createTokenFinder(prepareFindCallers(db))
  const spendCall = createTokenBudgets()
  return async (request: FastifyRequest, token: string): Promise<SessionUser> => {
    const found = isWellFormed(token) ? await findCaller(sha256(token)) : undefined
    if (!found) {
      await limits.spend('failed API token by address', request.ip)
      throw new HttpError(401, TOKEN_INVALID, { challenge: 'Bearer error="invalid_token"' })
    }
    const { needsTouch, allowedAddresses, ...user } = found
    if (!isAllowedFrom(request.ip, allowedAddresses)) throw forbidden(notFrom(request.ip))
    spendCall(request, user.apiToken.id)
    if (needsTouch) await touchToken(db, user.apiToken.id)
    return { ...user, sessionId: user.apiToken.id, isConfirmed: false }
  }
}

/** Counted in each process, without a query. */
function createTokenBudgets() {
  const [reads, writes] = [CALLS_PER_MINUTE.read, CALLS_PER_MINUTE.write].map((calls) =>
    createCallBudget({ calls, seconds: 60 }),
  )
  return (request: FastifyRequest, id: string) => {
    // The second check of a request with a late body.
    if (request.isBodyLate) return
    const budget = isReading(request) ? reads : writes
    budget?.spend(id)
  }
}
