import type pg from 'pg'
import { isAway } from '#server/database/violations.ts'

/** A pool, for statements by name. */
export type Queryable = { query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>> }

type Options = { primary: Queryable; replica: Queryable; onError: (error: Error) => void }

/** Milliseconds between two attempts at a primary that is away. */
const REST = 1000

/** Reads the primary, and while it is away the replica, which may lack the last moments before that. Must not be used to write. */
export function createFallback({ primary, replica, onError }: Options): Queryable {
  let isPrimaryAway = false
  let restsUntil = 0
  const asksPrimary = () => {
    if (!isPrimaryAway) return true
    if (performance.now() < restsUntil) return false
    // One caller looks whether it is back; the others do not wait for that.
    restsUntil = performance.now() + REST
    return true
  }
  const notice = (error: unknown) => {
    if (!isPrimaryAway) onError(new Error('The primary cannot be reached, so the replica is read', { cause: error }))
    isPrimaryAway = true
    restsUntil = performance.now() + REST
  }
  return {
    query: async <Row extends pg.QueryResultRow>(query: pg.QueryConfig) => {
      if (!asksPrimary()) return replica.query<Row>(query)
      try {
        const result = await primary.query<Row>(query)
        isPrimaryAway = false
        return result
      } catch (error) {
        if (!isAway(error)) throw error
        notice(error)
        return replica.query<Row>(query)
      }
    },
  }
}
