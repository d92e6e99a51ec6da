import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { webhooks } from '#contract/operations/webhooks.ts'
import { PUBLIC_URL, addWebhook } from '#server/testing/operations/webhooks.ts'
import { readsOf } from '#server/testing/operations/plans.ts'
import { db, insertMany, signIn } from '#server/testing/testing.ts'
import { selectWebhooks } from './queries.ts'

test('the list of webhooks reads one delivery of each, however many there are', async () => {
  const admin = await signIn({ role: 'admin' })
  const [used, quiet] = [await addWebhook(admin, PUBLIC_URL), await addWebhook(admin, PUBLIC_URL)]
  await insertMany(sql`
    insert into webhook_deliveries (endpoint_id, event_id, type, payload, status, created_at)
    select ${used.id}::uuid, 'event ' || number, 'license.created', '{}', 'delivered', now() - number * interval '1 second'
    from generate_series(1, 20000) number`)
  await db.execute(sql`vacuum analyze webhook_deliveries`)
  const reads = await readsOf(db, selectWebhooks(db, null).getSQL())
  const read = reads.filter(({ table }) => table === 'webhook_deliveries').map(({ rows, dropped }) => rows + dropped)
  expect(read).toEqual([expect.toSatisfy((rows: number) => rows === 1 || rows === 2)])
  const { body } = await admin.call(webhooks.list)
  expect(body.map(({ id, lastDelivery }) => [id, lastDelivery?.status])).toEqual([
    [quiet.id, undefined],
    [used.id, 'delivered'],
  ])
})
