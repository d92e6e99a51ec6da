import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { WebhookPayload } from '#contract/operations/audit/webhook-events.ts'
import { MOST_REPLAYED, ROTATION_HOURS, type DeliveryStatus, type Webhook } from '#contract/operations/webhooks.ts'
import { toIso } from '#server/database/columns.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { webhookDeliveries as deliveries, webhookEndpoints as endpoints } from '#server/database/schema/webhooks.ts'
import { deliveriesOf } from '#server/database/webhook-events.ts'
import { after, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists/queries.ts'

/** The organization that has the webhook; null for the vendor. */
export type Owner = string | null

export const ownedBy = (column: PgColumn, owner: Owner) => (owner === null ? isNull(column) : eq(column, owner))

const isWebhook = (owner: Owner, id: string) => and(ownedBy(endpoints.organizationId, owner), eq(endpoints.id, id))

const previousUntil = sql<string | null>`case when ${endpoints.previousSecretUntil} > now() then
  ${endpoints.previousSecretUntil} end`.mapWith(endpoints.previousSecretUntil)

/** One row of the index on endpoint and time. With an equality in it, PostgreSQL may read all deliveries of others. */
const lastDelivery = sql<Webhook['lastDelivery']>`(
  select json_build_object('status', last.status, 'lastAttemptAt', last.last_attempt_at)
  from (
    select * from ${deliveries} newest
    where newest.endpoint_id <= webhook_endpoints.id
    order by newest.endpoint_id desc, newest.created_at desc, newest.id desc limit 1
  ) last
  where last.endpoint_id = webhook_endpoints.id
    and last.organization_id is not distinct from webhook_endpoints.organization_id)`.mapWith(
  (value: Webhook['lastDelivery']) =>
    value && { ...value, lastAttemptAt: value.lastAttemptAt && toIso(value.lastAttemptAt) },
)

const shown = {
  id: endpoints.id,
  url: endpoints.url,
  description: endpoints.description,
  format: endpoints.format,
  events: endpoints.events,
  isEnabled: endpoints.isEnabled,
  disabledReason: endpoints.disabledReason,
  previousSecretUntil: previousUntil,
  createdAt: endpoints.createdAt,
  lastDelivery,
}

export const selectWebhooks = (db: Database, owner: Owner) =>
  db
    .select(shown)
    .from(endpoints)
    .where(ownedBy(endpoints.organizationId, owner))
    .orderBy(desc(endpoints.createdAt), desc(endpoints.id))

export const findWebhook = (db: Database, owner: Owner, id: string) =>
  db.select(shown).from(endpoints).where(isWebhook(owner, id)).then(first)

export const lockWebhook = (tx: Database, owner: Owner, id: string) =>
  tx.select().from(endpoints).where(isWebhook(owner, id)).for('no key update').then(first)

/** Counts after the rows are locked, so that the limit counts rows of other transactions. */
export async function lockAndCount(tx: Database, owner: Owner) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`webhooks of ${owner ?? 'the vendor'}`}))`)
  return tx.$count(endpoints, ownedBy(endpoints.organizationId, owner))
}

type NewWebhook = Pick<
  typeof endpoints.$inferInsert,
  'organizationId' | 'url' | 'description' | 'format' | 'events' | 'secret'
>

export const insertWebhook = (tx: Database, webhook: NewWebhook) =>
  tx.insert(endpoints).values(webhook).returning(shown).then(only)

type Changes = Partial<
  Pick<
    typeof endpoints.$inferInsert,
    'url' | 'description' | 'format' | 'events' | 'isEnabled' | 'disabledReason' | 'failureMailedAt'
  >
>

export const updateWebhook = (tx: Database, owner: Owner, id: string, changes: Changes) =>
  tx
    .update(endpoints)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(isWebhook(owner, id))

export const saveWebhook = (tx: Database, owner: Owner, id: string, changes: Changes) =>
  updateWebhook(tx, owner, id, changes).returning(shown).then(only)

export const replaceSecret = (tx: Database, owner: Owner, id: string, secret: string) =>
  tx
    .update(endpoints)
    .set({
      secret,
      previousSecret: endpoints.secret,
      previousSecretUntil: sql`now() + make_interval(hours => ${ROTATION_HOURS})`,
      updatedAt: sql`now()`,
    })
    .where(isWebhook(owner, id))
    .returning(shown)
    .then(only)

export async function deleteWebhook(tx: Database, owner: Owner, id: string) {
  await tx.delete(endpoints).where(isWebhook(owner, id))
  await tx.delete(deliveries).where(and(ownedBy(deliveries.organizationId, owner), eq(deliveries.endpointId, id)))
}

const shownDelivery = {
  id: deliveries.id,
  eventId: deliveries.eventId,
  type: deliveries.type,
  status: deliveries.status,
  attempts: deliveries.attempts,
  lastAttemptAt: deliveries.lastAttemptAt,
  nextAttemptAt: deliveries.nextAttemptAt,
  lastStatus: deliveries.lastStatus,
  lastError: deliveries.lastError,
  lastAnswer: deliveries.lastAnswer,
  payload: deliveries.payload,
  createdAt: deliveries.createdAt,
}

const newestFirst = { by: deliveries.createdAt, id: deliveries.id, descending: true }

type DeliveryQuery = ListQuery & { status?: DeliveryStatus | undefined }

const ofWebhook = (owner: Owner, endpointId: string, status?: DeliveryStatus) =>
  and(
    ownedBy(deliveries.organizationId, owner),
    eq(deliveries.endpointId, endpointId),
    status && eq(deliveries.status, status),
  )

export const selectDeliveries = (db: Database, owner: Owner, endpointId: string, query: DeliveryQuery) =>
  db
    .select({ ...shownDelivery, sortKey: sql<string>`${deliveries.createdAt}::text` })
    .from(deliveries)
    .where(and(ofWebhook(owner, endpointId, query.status), after(query, newestFirst)))
    .orderBy(...orderBy(newestFirst))
    .limit(limitOf(query))

export const countDeliveries = (db: Database, owner: Owner, endpointId: string, { status }: DeliveryQuery) =>
  db.$count(deliveries, ofWebhook(owner, endpointId, status))

const isDelivery = (owner: Owner, id: string) => and(ownedBy(deliveries.organizationId, owner), eq(deliveries.id, id))

export const findDelivery = (db: Database, owner: Owner, id: string) =>
  db
    .select({ ...shownDelivery, endpointId: deliveries.endpointId })
    .from(deliveries)
    .where(isDelivery(owner, id))
    .then(first)

type Test = { organizationId: Owner; endpointId: string; eventId: string; payload: WebhookPayload }

export const insertTest = (tx: Database, { payload, ...test }: Test) =>
  tx
    .insert(deliveries)
    .values({ ...test, payload, type: payload.type, nextAttemptAt: sql`now()` })
    .returning(shownDelivery)
    .then(only)

const DUE_AGAIN = { status: 'pending' as const, attempts: 0, nextAttemptAt: sql`now()` }

export const setDueAgain = (tx: Database, owner: Owner, id: string) =>
  tx.update(deliveries).set(DUE_AGAIN).where(isDelivery(owner, id)).returning(shownDelivery).then(first)

/** Also events that were not sent, for example because the webhook was off. Returns their number, and the time of the last one. */
export async function replaySince(tx: Database, owner: Owner, endpointId: string, since: string) {
  const about = owner === null ? sql`true` : eq(auditLog.organizationId, owner)
  const onConflict = sql`on conflict (organization_id, endpoint_id, event_id)
    do update set status = 'pending', attempts = 0, next_attempt_at = now()`
  const { rows } = await tx.execute<{ count: number; last: string | null }>(sql`
    with entries as (select * from ${auditLog} where ${auditLog.createdAt} >= ${since}::timestamptz and ${about}),
    ${deliveriesOf({ endpointId, most: MOST_REPLAYED, onConflict })}
    select count(*)::int as count, max(happened_at) as last from deliveries`)
  return only(rows)
}

export const isRecent = (db: Database, since: string, days: number) =>
  db
    .execute<{ ok: boolean }>(
      sql`select ${since}::timestamptz between now() - make_interval(days => ${days}) and now() as ok`,
    )
    .then(({ rows }) => rows[0]?.ok === true)

export const readNow = (db: Database) =>
  db.execute<{ now: string }>(sql`select now()::timestamptz(3)::text as now`).then(({ rows }) => toIso(rows[0]!.now))
