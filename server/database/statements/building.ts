import type { Query } from 'drizzle-orm'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { PgDatabase, PgPreparedQuery, PgSession, type PreparedQueryConfig } from 'drizzle-orm/pg-core'
import { readerOf, type Fields } from '#server/database/transactions/reading.ts'
import { statementName, type Database, type Preparable } from '#server/database/database.ts'
import { dialect } from '#server/database/transactions/transaction.ts'

/** A query that belongs to no connection yet. */
export class BuiltQuery extends PgPreparedQuery<PreparedQueryConfig> {
  readonly fields: Fields | undefined
  readonly read: ReturnType<typeof readerOf>
  readonly name: string
  /** Set by Drizzle: the outer joins that make groups of columns null. */
  joinsNotNullableMap: unknown
  constructor(query: Query, fields: Fields | undefined) {
    super(query, undefined, undefined)
    this.fields = fields
    this.read = readerOf(fields)
    this.name = statementName(query)
  }
  override execute(): never {
    throw new Error('A query without a connection cannot run')
  }
  /** The same query on a connection. */
  on({ _: { session } }: Database) {
    const prepared = session.prepareQuery(this.query, this.fields, this.name, true, this.read)
    return Object.assign(prepared, { joinsNotNullableMap: this.joinsNotNullableMap })
  }
}

class BuildingSession extends PgSession<NodePgQueryResultHKT> {
  override prepareQuery(query: Query, fields: Fields | undefined) {
    return new BuiltQuery(query, fields)
  }
  override transaction(): never {
    throw new Error('A query is built outside of transactions')
  }
}

/** Builds queries for `builtQuery`. */
export const builder: Database = new PgDatabase<NodePgQueryResultHKT>(dialect, new BuildingSession(dialect), undefined)

export function builtQuery(query: Preparable<unknown>) {
  const built = query.prepare('')
  if (built instanceof BuiltQuery) return built
  throw new TypeError('Build this query with the given database')
}
