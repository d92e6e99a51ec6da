import { sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { factsStatement } from '#server/licensing/devices/decision/queries.ts'
import { readLicensesSql } from '#server/licensing/public.ts'
import {
  GLOBAL_KEYS,
  KEYS_BELOW_A_RANDOM_ID,
  KEYS_WITHOUT_ORGANIZATION,
  OPTIONAL_ORGANIZATION,
  SHARED_TABLES,
  WRITING_TRIGGERS,
} from '#server/domain/global-keys.ts'
import { db } from '#server/testing/testing.ts'

/** Checks the catalog of the real schema for the needs of Citus and other engines. */
const namesOf = async (query: SQL) => (await db.execute<{ name: string }>(query)).rows.map(({ name }) => name)

const sorted = (names: string[]) => names.toSorted()

/** Relations of the product's schema that have an organization. */
const CUSTOMERS = sql`(select attrelid from pg_attribute join pg_class on pg_class.oid = attrelid
  where relkind = 'r' and relnamespace = 'public'::regnamespace and attname = 'organization_id' and not attisdropped)`

const hasOrganization = (relation: SQL, columns: SQL) =>
  sql`exists (select from pg_attribute a where a.attrelid = ${relation} and a.attname = 'organization_id' and a.attnum = any(${columns}))`

test('every unique key of a customer’s table names the organization, is a random id, or is global for a reason', async () => {
  const keys = await namesOf(sql`
    select indexrelid::regclass::text as name from pg_index
    where indisunique and indrelid in ${CUSTOMERS} and not ${hasOrganization(sql`indrelid`, sql`indkey::int2[]`)}
      and not (indnatts = 1 and exists (select from pg_attrdef where adrelid = indrelid and adnum = indkey[0]
        and pg_get_expr(adbin, adrelid) = 'gen_random_uuid()'))`)
  const expected = [...Object.keys(GLOBAL_KEYS), ...Object.keys(KEYS_BELOW_A_RANDOM_ID)]
  expect(sorted(keys.map((name) => name.replaceAll('"', '')))).toEqual(sorted(expected))
})

test('every foreign key of a customer’s table names the organization or leads to a table that all shards share', async () => {
  const keys = await db.execute<{ name: string; target: string }>(sql`
    select conname::text as name, confrelid::regclass::text as target from pg_constraint
    where contype = 'f' and conrelid in ${CUSTOMERS} and not ${hasOrganization(sql`conrelid`, sql`conkey`)}
      and not (conrelid = 'users'::regclass)`)
  const [shared, others] = [
    keys.rows.filter(({ target }) => target in SHARED_TABLES),
    keys.rows.filter(({ target }) => !(target in SHARED_TABLES)),
  ]
  expect(sorted([...new Set(shared.map(({ target }) => target))])).toEqual(sorted(Object.keys(SHARED_TABLES)))
  expect(others.map(({ name }) => name)).toEqual(Object.keys(KEYS_WITHOUT_ORGANIZATION))
})

test('no table of everyone refers to a customer’s table, which has no copy on each shard', async () => {
  const keys = await namesOf(sql`
    select conname::text as name from pg_constraint where contype = 'f' and confrelid in ${CUSTOMERS}
      and conrelid not in ${CUSTOMERS} and confrelid <> 'users'::regclass`)
  expect(keys).toEqual([])
})

test('every row of a customer’s table has an organization, of one type', async () => {
  const tables = await namesOf(sql`
    select attrelid::regclass::text as name from pg_attribute
    where attrelid in ${CUSTOMERS} and attname = 'organization_id' and (not attnotnull or atttypid <> 'uuid'::regtype)`)
  expect(sorted(tables)).toEqual(sorted(Object.keys(OPTIONAL_ORGANIZATION)))
})

test('numbers that all organizations share come from these two', async () => {
  const columns = await namesOf(sql`
    select format('%s.%s', attrelid::regclass, attname) as name from pg_attribute
    where attrelid in ${CUSTOMERS} and (attidentity <> ''
      or pg_get_serial_sequence(quote_ident(attrelid::regclass::text), attname) is not null)`)
  expect(sorted(columns)).toEqual(['audit_log.id', 'tickets.number'])
})

test('triggers refuse changes or write for the same organization, so that no write on one shard needs another', async () => {
  const functions = await namesOf(sql`
    select distinct proname::text as name from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    join pg_class on pg_class.oid = tgrelid where not tgisinternal and relnamespace = 'public'::regnamespace`)
  expect(sorted(functions)).toEqual(sorted(['refuse_change', ...Object.keys(WRITING_TRIGGERS)]))
})

test('the schema uses nothing that other engines lack', async () => {
  const [found] = (
    await db.execute(sql`select
      (select array_agg(extname::text) from pg_extension) as extensions,
      (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace
        and (relkind not in ('r', 'i', 'S') or relpersistence <> 'p' or reltablespace <> 0)) as relations,
      (select count(*)::int from pg_constraint where connamespace = 'public'::regnamespace
        and (contype in ('x', 't') or condeferrable)) as constraints,
      (select array_agg(distinct amname::text order by amname::text) from pg_class join pg_am on pg_am.oid = relam
        where relnamespace = 'public'::regnamespace) as methods,
      (select count(*)::int from pg_inherits join pg_class on pg_class.oid = inhrelid
        where relnamespace = 'public'::regnamespace) as inheritance,
      (select array_agg(distinct lanname::text order by lanname::text) from pg_proc join pg_language on pg_language.oid = prolang
        where pronamespace = 'public'::regnamespace) as languages,
      (select count(*)::int from pg_event_trigger) as event_triggers,
      (select count(*)::int from pg_largeobject_metadata) as large_objects`)
  ).rows
  expect(found).toEqual({
    extensions: ['plpgsql'],
    relations: 0,
    constraints: 0,
    methods: ['btree', 'gin', 'heap'],
    inheritance: 0,
    languages: ['plpgsql', 'sql'],
    event_triggers: 0,
    large_objects: 0,
  })
})

const OF_ONE_CUSTOMER = ['licenses', 'subscriptions', 'invoices', 'check_ins']

/** The tables that a statement reads without comparing their organization. */
const withoutOrganization = (text: string) =>
  OF_ONE_CUSTOMER.filter(
    (table) =>
      new RegExp(`(from|join) "${table}"`).test(text) &&
      !new RegExp(`"${table}"\\."organization_id" =|= "${table}"\\."organization_id"`).test(text),
  )

test.each(['key', 'token', 'id'] as const)(
  'validate by %s reads nothing without the organization of the license',
  (by) => {
    expect(withoutOrganization(factsStatement(by))).toEqual([])
  },
)

test('the list of licenses reads nothing without its organization', () => {
  expect(withoutOrganization(readLicensesSql(db, '00000000-0000-4000-8000-000000000000').sql)).toEqual([])
})
