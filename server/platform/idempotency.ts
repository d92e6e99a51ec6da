import { and, eq, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { first, type Database } from '#server/database/database.ts'
import { idempotencyKeys } from '#server/database/schema/platform.ts'
import { needsSession } from './access.ts'
import { HttpError, badRequest, conflict } from './errors.ts'
import { sha256 } from './tokens.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while this request is the one that a key stands for. */
    idempotencyKey: string | null
  }
  interface FastifyContextConfig {
    isShownOnce?: true
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
  app.addHook('onRoute', (route) => {
    const { access = 'public', isShownOnce } = route.config ?? {}
    if (route.method !== 'POST' || !needsSession(access) || isShownOnce) return
    route.preHandler = [...listOf(route.preHandler), (request, reply) => answerAgain(db, request, reply)]
    route.onSend = [...listOf(route.onSend), (request, reply, payload) => remember(db, request, reply, payload)]
  })
}

type Hook<Name extends 'preHandler' | 'onSend'> = NonNullable<RouteOptions[Name]>
const listOf = <Given extends Hook<'preHandler'> | Hook<'onSend'>>(given: Given | undefined) =>
  given === undefined ? [] : Array.isArray(given) ? given : [given]

async function answerAgain(db: Database, request: FastifyRequest, reply: FastifyReply) {
  const key = request.headers['idempotency-key']
  if (key === undefined || !request.user) return
  if (typeof key !== 'string' || !KEY.test(key))
    throw badRequest('Idempotency-Key must be 1 to 200 printable characters')
  const entry = { userId: request.user.id, key, requestHash: hashOf(request) }
  if (await claim(db, entry)) {
    request.idempotencyKey = key
    return
  }
  const earlier = await db.select().from(idempotencyKeys).where(isOf(entry)).then(first)
  if (!earlier || earlier.statusCode === null) throw conflict('A request with this Idempotency-Key is still running')
  if (!earlier.requestHash.equals(entry.requestHash))
    throw new HttpError(422, 'This Idempotency-Key was used with another body')
  return reply
    .code(earlier.statusCode)
    .headers(REPEATED)
    .type('application/json')
    .send(JSON.stringify(earlier.response))
}

async function remember(db: Database, { idempotencyKey, user }: FastifyRequest, reply: FastifyReply, payload: unknown) {
  if (!idempotencyKey || !user) return payload
  const entry = isOf({ userId: user.id, key: idempotencyKey })
  // A fault decided nothing: the same key may try again.
  if (reply.statusCode >= 500) await db.delete(idempotencyKeys).where(entry)
  else {
    const response: unknown = typeof payload === 'string' && payload ? JSON.parse(payload) : null
    await db.update(idempotencyKeys).set({ statusCode: reply.statusCode, response }).where(entry)
  }
  return payload
}

type Entry = Pick<typeof idempotencyKeys.$inferInsert, 'userId' | 'key' | 'requestHash'>

/** Takes the key, unless a request of the last day has it; one that never answered has lost it after a minute. */
const claim = (db: Database, entry: Entry) =>
  db
    .insert(idempotencyKeys)
    .values(entry)
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: { requestHash: entry.requestHash, statusCode: null, response: null, createdAt: sql`now()` },
      setWhere: sql`${idempotencyKeys.createdAt} < now() - case when ${idempotencyKeys.statusCode} is null then interval '1 minute' else interval '1 day' end`,
    })
    .returning()
    .then((rows) => rows.length > 0)

const isOf = ({ userId, key }: Pick<Entry, 'userId' | 'key'>) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key))

const hashOf = ({ routeOptions, params, body }: FastifyRequest) =>
  sha256(JSON.stringify([routeOptions.url, params, body ?? null]))
