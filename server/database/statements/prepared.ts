import { sql, type Placeholder, type SQL } from 'drizzle-orm'
import { statementName, type Database, type Preparable } from '#server/database/database.ts'
import { dialect } from '#server/database/transactions/transaction.ts'
import { builder, builtQuery, type BuiltQuery } from './building.ts'

/** Placeholders for values passed with each call. */
type Placeholders<Name extends string> = Record<Name, Placeholder>

/**
 * Builds a frequent query once per form, because building it costs more than running it, and runs it as a named statement, also in
 * transactions. `form` is what the SQL depends on, never a value.
 */
export function prepared<Form extends string, Name extends string, Result>(
  names: Name[],
  build: (db: Database, form: Form, values: Placeholders<Name>) => Preparable<Result>,
) {
  const placeholders = Object.fromEntries(names.map((name): [string, Placeholder] => [name, sql.placeholder(name)]))
  const forms = new Map<Form, BuiltQuery>()
  return (db: Database, form: Form, values: Record<Name, unknown>): Promise<Result> => {
    const built = forms.get(form) ?? builtQuery(build(builder, form, placeholders as Placeholders<Name>))
    forms.set(form, built)
    return built.on(db).execute(values) as Promise<Result>
  }
}

/** The same for a statement in plain SQL with placeholders. Also in a transaction it is built only once. */
export const preparedStatement = <Row = unknown>(statement: SQL) => builtStatement<Row>(statement, true)

/** Without a name a connection keeps no plan of it, which for a long statement takes nearly a megabyte. */
export function builtStatement<Row = unknown>(statement: SQL, isNamed = false) {
  const query = dialect.sqlToQuery(statement)
  const name = isNamed ? statementName(query) : undefined
  return (db: Database, values: Record<string, unknown>) =>
    db._.session
      .prepareQuery<{ execute: { rows: Row[] }; all: unknown; values: unknown }>(query, undefined, name, false)
      .execute(values)
}
