type Constraint = { table: string; name: string; definition: string }
type Index = { name: string; definition: string }

/** Runs a statement and returns its rows. */
type Run = (statement: string) => Promise<{ rows: unknown[] }>

/** Drops indexes and keys of the tables while `fill` runs, then recreates and checks them: much faster for millions of rows. */
export async function withoutIndexes<Result>(run: Run, tables: string[], fill: () => Promise<Result>) {
  const oids = `array[${tables.map((table) => `'${table}'::regclass`).join(', ')}]::oid[]`
  // Foreign keys depend on primary keys: drop them first, recreate them last.
  const constraints = (
    await run(`
      select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint
      where contype in ('f', 'p', 'u') and (conrelid = any(${oids}) or confrelid = any(${oids}))
      order by contype`)
  ).rows as Constraint[]
  for (const { table, name } of constraints) await run(`alter table ${table} drop constraint ${name}`)
  const indexes = (
    await run(`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index where indrelid = any(${oids})`)
  ).rows as Index[]
  for (const { name } of indexes) await run(`drop index ${name}`)

  const result = await fill()
  await run(`set local maintenance_work_mem = '512MB'`)
  for (const { definition } of indexes) await run(definition)
  for (const { table, name, definition } of constraints.toReversed())
    await run(`alter table ${table} add constraint ${name} ${definition}`)
  return result
}
