import type { Database } from '#server/database/database.ts'
import type { Request } from './request.ts'

/** The least work that could answer the request, measured in the same run for comparison. */
export type Floor = 'select' | 'signature' | 'json' | 'hash' | 'licenses' | 'timeline' | 'inbox' | 'inbox-counts'

/** SQL of the portal, which a floor runs without it. */
export type Statement = { text: string; values: unknown[] }

type Facts = {
  name: string
  floor: Floor
  /** Minimum share of the floor's requests per second. */
  goal?: number
  /** Numbers of concurrent connections. Each is measured separately. */
  connections: number[]
  /** Throws if the database doesn't contain the results of this many requests. */
  confirm?: (db: Database, answered: number) => Promise<void>
  /** Counts the pages that PostgreSQL reads for one request, if they must not grow with the data. */
  pageReads?: (db: Database) => Promise<number>
}

export type Work = { worker: URL; environment: NodeJS.ProcessEnv }

export type HttpBenchmark = Facts & {
  /** Returns requests that are sent in turn. Must be enough not to reach a rate limit. */
  prepare: (db: Database) => Promise<Request[]>
}

/** A background job. Its floor can't need an example request. */
export type JobBenchmark = Facts & { floor: 'select' | 'hash'; work: (db: Database) => Promise<Work> }

export type Benchmark = HttpBenchmark | JobBenchmark
