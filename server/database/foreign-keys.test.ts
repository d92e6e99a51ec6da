import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#server/testing/testing.ts'

test('every foreign key has an index, so that deleting what it refers to reads no whole table', async () => {
  const { rows } = await db.execute(sql`
    select con.conrelid::regclass::text as "table",
      array(select attname::text from unnest(con.conkey) with ordinality key(attnum, place)
        join pg_attribute a on a.attrelid = con.conrelid and a.attnum = key.attnum order by place) as columns
    from pg_constraint con
    where con.contype = 'f' and con.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i
      where i.indrelid = con.conrelid and i.indisvalid and i.indpred is null
        and (i.indkey::int2[])[0:cardinality(con.conkey) - 1] @> con.conkey
        and con.conkey @> (i.indkey::int2[])[0:cardinality(con.conkey) - 1])
    order by 1, 2`)
  expect(rows).toEqual([])
})

/** Each with its reason. */
const WITHOUT_FOREIGN_KEY = {
  'audit_log.actor_id': 'outlives the actor',
  'audit_log.organization_id': 'outlives the organization',
  'audit_log.subject_id': 'refers to several tables',
  'emails.thread': 'outlives the ticket',
  'file_revocations.license_id': 'outlives the license',
  'idempotency_keys.user_id': 'is kept for a day',
  'license_counts.organization_id': 'is written by a trigger for each change of a license',
  'lost_devices.license_id': 'outlives the license',
  'tickets.merged_into': 'is set in the transaction that locks both tickets',
  'webhook_deliveries.endpoint_id': 'is written without waiting for a deleted endpoint',
  'webhook_deliveries.organization_id': 'is written without waiting for a deleted endpoint',
}

test('each column with a UUID has a foreign key, through which erasures and files of a person find its table', async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select format('%s.%s', attrelid::regclass, attname) as name
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      and attnum > 0 and not attisdropped and atttypid = 'uuid'::regtype and attname <> 'id'
      and not exists (select from pg_constraint where contype = 'f' and conrelid = attrelid and attnum = any(conkey))
    order by 1`)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(WITHOUT_FOREIGN_KEY))
})
