import type pg from 'pg'
import type { Database } from '#server/database/database.ts'
import type { Config } from './config.ts'
import type { Events } from './events.ts'
import type { Jobs } from './jobs.ts'
import type { Limits } from './limits.ts'
import type { Mailer } from './mailer.ts'
import type { Seal } from './sealing.ts'
import type { Objects } from './objects/objects.ts'

/** Everything a feature stands on. Passed in, never imported as a singleton. */
export type Platform = {
  config: Config
  pool: pg.Pool
  db: Database
  limits: Limits
  jobs: Jobs
  seal: Seal
  events: Events
  mailer: Mailer
  objects: Objects
}
