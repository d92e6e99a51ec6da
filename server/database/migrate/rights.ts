import type pg from 'pg'
import { StartupError } from '#server/database/startup-error.ts'

/**
 * Returns the statements that grant missing rights to the server's user. Append-only tables (with the trigger) allow select and insert, the
 * list of migrations only select.
 */
const MISSING = `
  with needed as (
    select 'usage' as privilege, 'schema ' || quote_ident(nspname) as object,
      has_schema_privilege($1::name, oid, 'usage') as given
    from pg_namespace where nspname in ('public', 'pgboss', 'drizzle')
    union all
    select privilege, format('table %I.%I', nspname, relname), has_table_privilege($1::name, pg_class.oid, privilege)
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    cross join unnest(case
      when nspname = 'drizzle' then array['select']
      when exists (select from pg_trigger join pg_proc on pg_proc.oid = tgfoid where tgrelid = pg_class.oid and proname = 'refuse_change')
        then array['select', 'insert']
      else array['select', 'insert', 'update', 'delete'] end) as privilege
    where nspname in ('public', 'pgboss', 'drizzle') and relkind in ('r', 'p')
    union all
    select privilege, format('sequence %I.%I', nspname, relname), has_sequence_privilege($1::name, pg_class.oid, privilege)
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace cross join unnest(array['usage', 'select']) as privilege
    where nspname in ('public', 'pgboss') and relkind = 'S'
    union all
    select 'execute', 'function ' || pg_proc.oid::regprocedure, has_function_privilege($1::name, pg_proc.oid, 'execute')
    from pg_proc join pg_namespace on pg_namespace.oid = pronamespace where nspname in ('public', 'pgboss')
  )
  select format('grant %s on %s to %I', string_agg(privilege, ', ' order by privilege desc), object, $1::name) as statement
  from needed where not given group by object order by object like 'schema %' desc, object`

/** Revokes rights to change append-only tables, granted by older instructions or by default. */
const TOO_WIDE = `
  select format('revoke %s on table %I.%I from %I', string_agg(privilege_type, ', '), nspname, relname, $1::name) as statement
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace cross join aclexplode(relacl)
  where grantee = $1::name::regrole and relowner <> grantee and privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE')
    and exists (select from pg_trigger join pg_proc on pg_proc.oid = tgfoid where tgrelid = pg_class.oid and proname = 'refuse_change')
  group by nspname, relname`

/** Default privileges for later migrations. */
const DEFAULTS = `
  select format('alter default privileges in schema %I grant %s to %I', nspname, rights, $1::name) as statement
  from pg_namespace cross join unnest(array[
    'select, insert, update, delete on tables', 'usage, select on sequences', 'execute on functions']) as rights
  where nspname in ('public', 'pgboss')`

async function statementsOf(client: pg.Client, query: string, role: string) {
  const { rows } = await client.query<{ statement: string }>(query, [role])
  return rows.map(({ statement }) => statement)
}

/** Grants the server's user its rights, as the tables' owner. */
export async function grantRights(client: pg.Client, role: string) {
  const { rows } = await client.query<{ owner: string }>('select current_user as owner')
  if (rows[0]?.owner === role) return
  const given = await statementsOf(client, MISSING, role)
  for (const statement of [...given, ...(await statementsOf(client, DEFAULTS, role))]) await client.query(statement)
  // After the defaults, which include append-only tables.
  for (const statement of await statementsOf(client, TOO_WIDE, role)) await client.query(statement)
  await requireRights(client, role)
}

/** Throws one sentence with the statements to run. */
export async function requireRights(client: pg.Client, role: string) {
  const missing = await statementsOf(client, MISSING, role)
  if (missing.length > 0) throw new StartupError(lacking(role, missing))
}

const lacking = (role: string, missing: string[]) =>
  `The database user "${role}" lacks rights: run "npm run migrate" with MIGRATION_DATABASE_URL set to the owner of the tables, ` +
  `which grants them (${missing.length}, the first is: ${missing[0]}).`
