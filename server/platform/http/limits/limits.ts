import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { sha256 } from '#server/platform/hashing.ts'
import { tooManyRequests } from '#server/platform/http/errors.ts'
import { addressKey } from './address-key.ts'

type Budget = { points: number; seconds: number }

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Attempts per window, counted in PostgreSQL across processes. Keys of '… by address' are client addresses. */
export const budgets = {
  'sign-in by account and address': { points: 10, seconds: MINUTE },
  'sign-in by account': { points: 30, seconds: HOUR },
  'sign-in by known browser': { points: 10, seconds: 15 * MINUTE },
  'sign-in by address': { points: 300, seconds: MINUTE },
  'password reset by account and address': { points: 5, seconds: HOUR },
  'password reset by known browser': { points: 5, seconds: HOUR },
  'password reset by address': { points: 60, seconds: HOUR },
  'emailed link by address': { points: 60, seconds: HOUR },
  'registration by address': { points: 10, seconds: HOUR },
  'emailed link by account': { points: 5, seconds: HOUR },
  'password by session': { points: 10, seconds: 15 * MINUTE },
  'second factor by account': { points: 5, seconds: 15 * MINUTE },
  'second factor by known browser': { points: 5, seconds: 15 * MINUTE },
  'second factor by session': { points: 5, seconds: 15 * MINUTE },
  'invitation by user': { points: 20, seconds: HOUR },
  'identity provider by organization': { points: 60, seconds: HOUR },
  'license request by user': { points: 20, seconds: HOUR },
  'message by user': { points: 120, seconds: HOUR },
  'ticket by user': { points: 30, seconds: HOUR },
  'upload by user': { points: 200, seconds: HOUR },
  'upload by organization': { points: 1000, seconds: HOUR },
  'download by user': { points: 200, seconds: HOUR },
  'printed document by user': { points: 120, seconds: MINUTE },
  'webhook event by user': { points: 60, seconds: HOUR },
  'refusal by user and endpoint': { points: 1, seconds: HOUR },
  'failed API token by address': { points: 30, seconds: MINUTE },
  'unknown license key by address': { points: 10, seconds: MINUTE },
} as const satisfies Record<string, Budget>
type BudgetName = keyof typeof budgets

export type Limits = ReturnType<typeof createLimits>

export function createLimits(pool: pg.Pool) {
  const limiters = new Map(Object.entries(budgets).map(([name, budget]) => [name, limiterOf(pool, name, budget)]))
  const limiterFor = (name: BudgetName) => limiters.get(name)!
  const consume = (name: BudgetName, key: string, points: number) =>
    limiterFor(name)
      .consume(keyFor(name, key), points)
      .then(() => undefined)
      .catch(refusalOf(budgets[name].points))
  return {
    /** Counts `points` attempts before the work. Refuses with 429 and Retry-After above the budget. */
    spend: async (name: BudgetName, key: string, points = 1) => {
      const refusal = await consume(name, key, points)
      if (refusal) throw tooManyRequests(refusal.retryAfterSeconds)
    },
    /** Counts one attempt. Returns the refusal, or undefined within the budget. */
    trySpend: (name: BudgetName, key: string) => consume(name, key, 1),
    /** Gives one attempt back after a success. */
    giveBack: (name: BudgetName, key: string) => limiterFor(name).reward(keyFor(name, key)),
  }
}

/** The key column has 255 characters. */
const LONGEST_KEY = 150

function keyFor(name: BudgetName, key: string) {
  const counted = name.endsWith(' by address') ? addressKey(key) : key
  return counted.length > LONGEST_KEY ? sha256(counted).toString('base64url') : counted
}

function limiterOf(pool: pg.Pool, name: string, { points, seconds }: Budget) {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
    // Without the database, attempts are still counted in memory.
    insuranceLimiter: new RateLimiterMemory({ points, duration: seconds }),
  })
}

export type Refusal = { retryAfterSeconds: number; isFirst: boolean }

const refusalOf =
  (points: number) =>
  (reason: unknown): Refusal => {
    if (!(reason instanceof RateLimiterRes)) throw reason
    return { retryAfterSeconds: reason.msBeforeNext / 1000, isFirst: reason.consumedPoints === points + 1 }
  }
