import type pg from 'pg'
import { openDatabase, type Database } from '#server/database/database.ts'
import type { Pools } from '#server/database/pools.ts'
import type { Queryable } from '#server/database/transactions/fallback.ts'
import type { Config } from './config.ts'
import type { Limits } from './http/limits/limits.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Events } from './live/events.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Seal } from './secrets/sealing.ts'
import type { Secrets } from './secrets/secrets.ts'
import type { Objects } from './storage/objects.ts'

/** Shared dependencies of all areas. Passed as an argument, never imported as a singleton. */
export type Platform = {
  config: Config
  pools: Pools
  pool: pg.Pool
  db: Database
  /** For reports and exports only: a read replica, if there is one. */
  reports: Database
  /** For validations only: they read a replica while the primary is away, if there is one. */
  validations: Queryable
  limits: Limits
  jobs: Jobs
  seal: Seal
  secrets: Secrets
  events: Events
  mailer: Mailer
  objects: Objects
}

/** An export reads rows from one and writes its audit entry to the other. */
export type Sources = Pick<Platform, 'db' | 'reports'>

export function onPool(platform: Platform, kind: keyof Pools): Platform {
  const pool = platform.pools[kind]
  return { ...platform, pool, db: openDatabase(pool) }
}
