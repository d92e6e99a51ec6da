import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type pg from 'pg'
import type { Database } from '#server/database/database.ts'
import { shareTransaction } from '#server/database/transactions/transaction.ts'
import { hasCode } from '#server/database/violations.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { needsSession } from '#server/platform/http/access.ts'
import { HttpError, badRequest, conflict } from '#server/platform/http/errors.ts'
import { findStored, store, tryLock, type Entry, type Stored } from './queries.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set until this request is answered, if a key stands for it. */
    keyed: Keyed | null
  }
  interface FastifyContextConfig {
    isShownOnce?: true
  }
}

type Keyed = {
  entry: Entry
  transaction: ReturnType<typeof shareTransaction>
  /** Another request of this key was answered, or is running: this one must not be. */
  earlier: Stored | 'running' | undefined
}

const KEY = /^[\x21-\x7e]{1,200}$/
const REPEATED = { 'idempotent-replayed': 'true' }
const STILL_RUNNING = 'A request with this Idempotency-Key is still running'

/**
 * A signed-in caller may name a POST by an Idempotency-Key: for a day, the same key with the same body gets the same
 * answer and does nothing twice. Another body under it is 422, a first one still running 409. All that the request writes
 * is one transaction, and its answer is part of it: a crash leaves both or neither.
 */
export function repeatSafely(app: FastifyInstance, { db, pool }: { db: Database; pool: pg.Pool }) {
  app.decorateRequest('keyed', null)
  app.addHook('onRoute', (route) => {
    const { access = 'public', isShownOnce } = route.config ?? {}
    if (route.method !== 'POST' || !needsSession(access) || isShownOnce) return
    route.preHandler = [...listOf(route.preHandler), (request, reply) => start({ db, pool }, request, reply)]
    route.onSend = [...listOf(route.onSend), finish]
  })
}

type Hook<Name extends 'preHandler' | 'onSend'> = NonNullable<RouteOptions[Name]>
const listOf = <Given extends Hook<'preHandler'> | Hook<'onSend'>>(given: Given | undefined) =>
  given === undefined ? [] : Array.isArray(given) ? given : [given]

async function start({ db, pool }: { db: Database; pool: pg.Pool }, request: FastifyRequest, reply: FastifyReply) {
  const entry = entryOf(request)
  if (!entry) return
  const earlier = await findStored(db, entry)
  if (earlier) return reply.send(repeat(reply, entry, earlier))
  const keyed: Keyed = {
    entry,
    earlier: undefined,
    transaction: shareTransaction(pool, async (tx) => {
      keyed.earlier = await findOther(tx, entry)
      if (keyed.earlier) throw conflict(STILL_RUNNING)
    }),
  }
  request.keyed = keyed
  request.work.shared = keyed.transaction.shared
}

function entryOf({ headers, user, routeOptions, params, body }: FastifyRequest): Entry | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || !user) return undefined
  if (typeof key !== 'string' || !KEY.test(key))
    throw badRequest('Idempotency-Key must be 1 to 200 printable characters')
  const requestHash = sha256(JSON.stringify([routeOptions.url, params, body ?? null]))
  return { userId: user.id, key, requestHash }
}

/** Held until the answer is stored, the lock shows who is first. */
const findOther = async (tx: Database, entry: Entry) => ((await tryLock(tx, entry)) ? findStored(tx, entry) : 'running')

/** Before the answer leaves, what it tells is committed with it. A fault has decided nothing, nor has a budget: the key may try again. */
async function finish(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const { keyed, work } = request
  if (!keyed) return payload
  request.keyed = null
  work.shared = undefined
  const { transaction, entry } = keyed
  if (work.refusal) transaction.cut()
  else if (keyed.earlier || !isDecided(reply)) await transaction.rollback()
  else await commit(keyed, reply, payload)
  return typeof keyed.earlier === 'object' ? repeat(reply, entry, keyed.earlier) : payload
}

const isDecided = ({ statusCode }: FastifyReply) => statusCode < 500 && statusCode !== 429

async function commit(keyed: Keyed, { statusCode }: FastifyReply, payload: unknown) {
  const { entry, transaction } = keyed
  const response: unknown = typeof payload === 'string' && payload ? JSON.parse(payload) : null
  try {
    await transaction.commit((tx) => store(tx, { ...entry, statusCode, response }))
  } catch (error) {
    await transaction.rollback()
    const isRefusedByDatabase = statusCode >= 400 && hasCode(error, FAILED_TRANSACTION)
    if (typeof keyed.earlier !== 'object' && !isRefusedByDatabase) throw error
  }
}

/** A statement before it failed. */
const FAILED_TRANSACTION = '25P02'

function repeat(reply: FastifyReply, { requestHash }: Entry, earlier: Stored) {
  if (!earlier.requestHash.equals(requestHash))
    throw new HttpError(422, 'This Idempotency-Key was used with another body')
  reply.code(earlier.statusCode).headers(REPEATED).type('application/json')
  return JSON.stringify(earlier.response)
}
