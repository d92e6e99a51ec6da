import { sql, type Placeholder, type SQL } from 'drizzle-orm'
import { nameOf, statementName, type Database, type Preparable } from './database.ts'
import { dialect } from './transactions/transaction.ts'

/** Placeholders for values passed with each call. */
type Told<Name extends string> = Record<Name, Placeholder>

/**
 * Prepares a frequent query once per form, because building it costs more than running it. `form` is what the SQL depends on, never a
 * value. In a transaction it is built each time.
 */
export function prepared<Form extends string, Name extends string, Result>(
  names: Name[],
  build: (db: Database, form: Form, told: Told<Name>) => Preparable<Result>,
) {
  const placeholders = Object.fromEntries(names.map((name): [string, Placeholder] => [name, sql.placeholder(name)]))
  const prepare = (db: Database, form: Form) => {
    const query = build(db, form, placeholders as Told<Name>)
    return query.prepare(nameOf(query))
  }
  const known = new WeakMap<Database, Map<Form, ReturnType<typeof prepare>>>()
  return (db: Database, form: Form, values: Record<Name, unknown>): Promise<Result> => {
    const forms = known.get(db) ?? new Map<Form, ReturnType<typeof prepare>>()
    const statement = forms.get(form) ?? prepare(db, form)
    known.set(db, forms.set(form, statement))
    return statement.execute(values)
  }
}

/** The same for a statement in plain SQL with placeholders. Also in a transaction it is built only once. */
export function preparedStatement(statement: SQL) {
  const query = dialect.sqlToQuery(statement)
  const name = statementName(query)
  return (db: Database, values: Record<string, unknown>) =>
    db._.session.prepareQuery(query, undefined, name, false).execute(values)
}
