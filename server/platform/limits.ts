import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { tooManyRequests } from './errors.ts'

type Budget = { points: number; seconds: number }

const MINUTE = 60
const HOUR = 60 * MINUTE

/** How often what may be tried. Counted in PostgreSQL, so all processes share one count. */
const budgets = {
  'sign-in by account and address': { points: 10, seconds: MINUTE },
  'sign-in by address': { points: 300, seconds: MINUTE },
  'password reset by account': { points: 5, seconds: HOUR },
  'password reset by address': { points: 60, seconds: HOUR },
  'mailed link by address': { points: 60, seconds: HOUR },
  'registration by address': { points: 10, seconds: HOUR },
  'mailed link by account': { points: 5, seconds: HOUR },
  'password by account': { points: 10, seconds: 15 * MINUTE },
  'second factor by account': { points: 5, seconds: 15 * MINUTE },
  'invitation by user': { points: 20, seconds: HOUR },
  'license request by user': { points: 20, seconds: HOUR },
  'message by user': { points: 120, seconds: HOUR },
  'ticket by user': { points: 30, seconds: HOUR },
  'upload by user': { points: 200, seconds: HOUR },
  'upload by organization': { points: 1000, seconds: HOUR },
  'download by user': { points: 200, seconds: HOUR },
  'printed document by user': { points: 120, seconds: MINUTE },
  'unknown license key by address': { points: 10, seconds: MINUTE },
} as const satisfies Record<string, Budget>
export type BudgetName = keyof typeof budgets

export type Limits = ReturnType<typeof createLimits>

export function createLimits(pool: pg.Pool) {
  const limiters = new Map(Object.entries(budgets).map(([name, budget]) => [name, limiterOf(pool, name, budget)]))
  const limiterFor = (name: BudgetName) => limiters.get(name)!
  return {
    /**
     * Counts one attempt, or what is as much work as several, before the work it pays for. Refuses with 429 and Retry-After
     * when the budget is used up.
     */
    spend: (name: BudgetName, key: string, points = 1) => limiterFor(name).consume(key, points).catch(refuse),
    /** One attempt does not count after all: it was right. */
    giveBack: (name: BudgetName, key: string) => limiterFor(name).reward(key),
    /** Refuses without counting. */
    check: async (name: BudgetName, key: string) => {
      const used = await limiterFor(name).get(key)
      if (used && used.consumedPoints > budgets[name].points) throw tooManyRequests(used.msBeforeNext / 1000)
    },
  }
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
    // Without the database nothing else works either, but a flood is still counted.
    insuranceLimiter: new RateLimiterMemory({ points, duration: seconds }),
  })
}

function refuse(reason: unknown): never {
  throw reason instanceof RateLimiterRes ? tooManyRequests(reason.msBeforeNext / 1000) : reason
}
