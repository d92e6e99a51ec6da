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
