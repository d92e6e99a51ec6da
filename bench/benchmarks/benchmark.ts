import type { Database } from '#server/database/database.ts'
import type { Request } from './request.ts'

/** What a benchmark is divided by: the least work that could answer it, measured in the same run. */
export type Floor = 'select' | 'json' | 'hash'

type Facts = {
  name: string
  floor: Floor
  /** The least share of the floor's requests per second that we want to reach, if somebody has said one. */
  goal?: number
  /** How many connections ask at once: one measurement for each. */
  connections: number[]
  /** Throws when the database does not show what was promised to so many different requests. */
  confirm?: (db: Database, answered: number) => Promise<void>
  /** Pages that PostgreSQL looks at for one request, where their number is to stay small however much there is. */
  pageReads?: (db: Database) => Promise<number>
}

/** A process that does the work itself, again and again. */
export type Work = { worker: URL; environment: NodeJS.ProcessEnv }

export type Asked = Facts & {
  /** Asked in this order and then from the start again. They must be many enough that no budget is used up. */
  prepare: (db: Database) => Promise<Request[]>
}

/** Nobody asks for it: jobs. Its floor is one that needs no example of a request. */
export type Worked = Facts & { floor: 'select' | 'hash'; work: (db: Database) => Promise<Work> }

export type Benchmark = Asked | Worked
