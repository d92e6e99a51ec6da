import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { writeCursor } from '#server/platform/http/lists/cursor.ts'
import { analyzeDevices, insertDevices } from '#server/testing/licensing/check-ins.ts'
import { readsOf } from '#server/testing/operations/plans.ts'
import { db, insertMany, newOrganization } from '#server/testing/testing.ts'
import { selectLicenses } from './queries.ts'

/** A customer of 20,000 licenses and 5,000 devices among a thousand of one each. */
async function insertLargeCustomer() {
  const organizationId = await newOrganization()
  await insertDevices(organizationId, sql`now()`)
  await db.execute(sql`
    delete from check_ins using licenses
    where license_id = id and id in (
      select id from licenses where organization_id = ${organizationId} order by created_at limit 15000)`)
  await insertMany(sql`
    with customers as (
      insert into organizations (name, contact_email)
      select 'Small ' || number, 'office@small.example' from generate_series(1, 1000) number returning id),
    theirs as (
      insert into licenses (organization_id, label, license_key, key_hash, status)
      select id, 'Till', id::text, sha256(id::text::bytea), 'active' from customers returning id, organization_id)
    insert into check_ins (license_id, organization_id, last_check_in) select id, organization_id, now() from theirs`)
  await analyzeDevices()
  return organizationId
}

test('each page of a customer far larger than the others reads one check-in for each license', async () => {
  const organizationId = await insertLargeCustomer()
  const cursor = writeCursor({ sortKey: new Date().toISOString(), id: organizationId })
  const { sql: text, params } = selectLicenses(db, { organizationId }, { limit: 200, cursor }).toSQL()
  const values = params.map((value) => (typeof value === 'number' ? value : `'${String(value)}'`)).join()
  const reads = await db.transaction(async (tx) => {
    await tx.execute(sql`set local plan_cache_mode = force_generic_plan`)
    await tx.execute(sql.raw(`prepare page as ${text}`))
    const plan = await readsOf(tx, sql.raw(`execute page(${values})`))
    await tx.execute(sql`deallocate page`)
    return plan
  })
  const read = reads.filter(({ table }) => table === 'check_ins').map(({ rows, dropped }) => rows + dropped)
  expect(read).toEqual([200])
})
