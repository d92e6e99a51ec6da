import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type pg from 'pg'
import type { Endpoint } from '#contract/endpoint.ts'
import { STILL_RUNNING } from '#contract/errors.ts'
import type { Database } from '#server/database/database.ts'
import { shareTransaction } from '#server/database/transactions/transaction.ts'
import { hasCode } from '#server/database/violations.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { isReading, needsUser } from '#server/platform/http/access.ts'
import { HttpError, badRequest, conflict } from '#server/platform/http/errors.ts'
import { findStored, store, tryLock, type Entry, type StoredAnswer } from './queries.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set until a request with a key is answered. */
    keyed: KeyedRequest | null
  }
  interface FastifyContextConfig {
    isShownOnce?: true
  }
}

type KeyedRequest = {
  entry: Entry
  transaction: ReturnType<typeof shareTransaction>
  /** Set if another request with this key was answered or is running. */
  earlier: StoredAnswer | 'running' | undefined
}

const KEY = /^[\x21-\x7e]{1,200}$/
const REPEATED = { 'idempotent-replayed': 'true' }
const RUNNING = 'A request with this Idempotency-Key is still running'

type Call = { method: unknown; config: Pick<Endpoint['config'], 'access' | 'isShownOnce'> }

export const takesKey = ({ method, config }: Call) =>
  !isReading({ method }) && needsUser(config.access) && !config.isShownOnce

/**
 * Implements the Idempotency-Key header: for one day the same key and request get the same answer without repeating the write. A different
 * request is 422, a running one 409. The writes and the answer share one transaction, so a crash keeps both or neither.
 */
export function repeatSafely(app: FastifyInstance, { db, pool }: { db: Database; pool: pg.Pool }) {
  app.decorateRequest('keyed', null)
  app.addHook('onRoute', (route) => {
    if (!takesKey({ method: route.method, config: { access: 'public', ...route.config } })) return
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
  const keyed: KeyedRequest = {
    entry,
    earlier: undefined,
    transaction: shareTransaction(pool, async (tx) => {
      keyed.earlier = await findOther(tx, entry)
      if (keyed.earlier) throw conflict(RUNNING, { code: STILL_RUNNING })
    }),
  }
  request.keyed = keyed
  request.work.shared = keyed.transaction.shared
}

function entryOf({ method, headers, user, route, params, body }: FastifyRequest): Entry | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || !user) return undefined
  if (typeof key !== 'string' || !KEY.test(key))
    throw badRequest('Idempotency-Key must be 1 to 200 printable characters')
  const request = [route.url, params, body ?? null]
  if (method !== 'POST') request.push(method, headers['if-match'], headers['if-none-match'])
  return { userId: user.id, key, requestHash: sha256(JSON.stringify(request)) }
}

/** Locked until the answer is stored. */
const findOther = async (tx: Database, entry: Entry) => ((await tryLock(tx, entry)) ? findStored(tx, entry) : 'running')

/** Commits before the answer is sent. After a fault or a 429 nothing was decided, so the key may be used again. */
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

async function commit(keyed: KeyedRequest, { statusCode }: FastifyReply, payload: unknown) {
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

/** An earlier statement of the transaction failed. */
const FAILED_TRANSACTION = '25P02'

function repeat(reply: FastifyReply, { requestHash }: Entry, earlier: StoredAnswer) {
  if (!earlier.requestHash.equals(requestHash))
    throw new HttpError(422, 'This Idempotency-Key was used with another request')
  reply.code(earlier.statusCode).headers(REPEATED).type('application/json')
  return JSON.stringify(earlier.response)
}
