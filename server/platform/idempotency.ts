import { and, eq, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { first, type Database } from '#server/database/database.ts'
import { idempotencyKeys } from '#server/database/schema/platform.ts'
import { HttpError, badRequest, conflict } from './errors.ts'
import { sha256 } from './tokens.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while this request is the one that a key stands for. */
    idempotencyKey: string | null
  }
}

const KEY = /^[\x21-\x7e]{1,200}$/
const REPEATED = { 'idempotent-replayed': 'true' }

/**
 * A signed-in caller may name a POST by an Idempotency-Key: for a day, the same key with the same body gets the same
 * answer and does nothing twice. Another body under it is 422, a first one still running 409.
 */
export function repeatSafely(app: FastifyInstance, db: Database) {
  app.decorateRequest('idempotencyKey', null)

  app.addHook('preHandler', async (request, reply) => {
    const key = request.headers['idempotency-key']
    if (request.method !== 'POST' || key === undefined || !request.user) return
    if (typeof key !== 'string' || !KEY.test(key))
      throw badRequest('Idempotency-Key must be 1 to 200 printable characters')
    const requestHash = hashOf(request)
    const mine = await db
      .insert(idempotencyKeys)
      .values({ userId: request.user.id, key, requestHash })
      .onConflictDoNothing()
      .returning()
    if (mine.length > 0) {
      request.idempotencyKey = key
      return
    }
    const earlier = await db.select().from(idempotencyKeys).where(keyOf(request.user.id, key)).then(first)
    if (!earlier || earlier.statusCode === null) throw conflict('A request with this Idempotency-Key is still running')
    if (!earlier.requestHash.equals(requestHash))
      throw new HttpError(422, 'This Idempotency-Key was used with another body')
    return reply
      .code(earlier.statusCode)
      .headers(REPEATED)
      .type('application/json')
      .send(JSON.stringify(earlier.response))
  })

  app.addHook('onSend', async ({ idempotencyKey, user }, reply, payload) => {
    if (!idempotencyKey || !user) return payload
    const entry = keyOf(user.id, idempotencyKey)
    // A fault decided nothing: the same key may try again.
    if (reply.statusCode >= 500) await db.delete(idempotencyKeys).where(entry)
    else {
      const response: unknown = typeof payload === 'string' && payload ? JSON.parse(payload) : null
      await db.update(idempotencyKeys).set({ statusCode: reply.statusCode, response }).where(entry)
    }
    return payload
  })
}

const keyOf = (userId: string, key: string) =>
  and(
    eq(idempotencyKeys.userId, userId),
    eq(idempotencyKeys.key, key),
    sql`${idempotencyKeys.createdAt} > now() - interval '1 day'`,
  )

const hashOf = ({ routeOptions, params, body }: FastifyRequest) =>
  sha256(JSON.stringify([routeOptions.url, params, body ?? null]))
