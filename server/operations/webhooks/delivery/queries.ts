import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { toIso } from '#server/database/columns.ts'
import { first, type Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { webhookDeliveries as deliveries, webhookEndpoints as endpoints } from '#server/database/schema/webhooks.ts'
import { ownedBy, type Owner } from '#server/operations/webhooks/queries.ts'

/** Those of a suspended organization wait. */
const isOn = and(eq(endpoints.isEnabled, true), isNull(organizations.suspendedAt))

const isDue = lte(deliveries.nextAttemptAt, sql`now()`)

export const selectDue = (db: Database) =>
  db
    .selectDistinct({ id: endpoints.id, organizationId: endpoints.organizationId })
    .from(deliveries)
    .innerJoin(
      endpoints,
      and(
        eq(endpoints.id, deliveries.endpointId),
        sql`${deliveries.organizationId} is not distinct from ${endpoints.organizationId}`,
      ),
    )
    .leftJoin(organizations, eq(organizations.id, endpoints.organizationId))
    .where(and(isDue, isOn))

/** Ids of the webhooks whose newest event that was sent got no answer. */
export async function selectSilent(db: Database, webhooks: { id: string; organizationId: Owner }[]) {
  const ids = sql.param(webhooks.map(({ id }) => id))
  const owners = sql.param(webhooks.map(({ organizationId }) => organizationId))
  const { rows } = await db.execute<{ id: string }>(sql`
    select webhook.id from unnest(${ids}::uuid[], ${owners}::uuid[]) as webhook (id, organization_id)
    cross join lateral (
      select last_status from ${deliveries}
      where organization_id is not distinct from webhook.organization_id and endpoint_id = webhook.id
        and (last_status is not null or last_error is not null)
      order by created_at desc, ${deliveries}.id desc limit 1) as last
    where last.last_status is null`)
  return rows.map(({ id }) => id)
}

export const findTarget = (db: Database, id: string) =>
  db
    .select({
      id: endpoints.id,
      organizationId: endpoints.organizationId,
      url: endpoints.url,
      format: endpoints.format,
      secret: endpoints.secret,
      previousSecret: sql<
        string | null
      >`case when ${endpoints.previousSecretUntil} > now() then ${endpoints.previousSecret} end`,
    })
    .from(endpoints)
    .leftJoin(organizations, eq(organizations.id, endpoints.organizationId))
    .where(and(eq(endpoints.id, id), isOn))
    .then(first)

export type Target = NonNullable<Awaited<ReturnType<typeof findTarget>>>

/** Seconds after which another process repeats an attempt whose end was not recorded. */
const ABANDONED = 120

export const claimDue = (db: Database, { id, organizationId }: Target, most: number) => {
  const due = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(ownedBy(deliveries.organizationId, organizationId), eq(deliveries.endpointId, id), isDue))
    .orderBy(deliveries.nextAttemptAt, deliveries.createdAt)
    .limit(most)
    .for('update', { skipLocked: true })
  return db
    .update(deliveries)
    .set({
      attempts: sql`${deliveries.attempts} + 1`,
      lastAttemptAt: sql`now()`,
      nextAttemptAt: sql`now() + make_interval(secs => ${ABANDONED})`,
    })
    .where(sql`${deliveries.id} in ${due}`)
    .returning({
      id: deliveries.id,
      organizationId: deliveries.organizationId,
      eventId: deliveries.eventId,
      payload: deliveries.payload,
      attempts: deliveries.attempts,
      now: sql<string>`now()`.mapWith(toIso),
    })
}

export type ClaimedDelivery = Awaited<ReturnType<typeof claimDue>>[number]

type Result = Pick<typeof deliveries.$inferInsert, 'status' | 'lastStatus' | 'lastError' | 'lastAnswer'> & {
  /** Seconds until the next attempt; null for none. */
  wait: number | null
}

/** Unless the delivery was claimed or made due again in between. */
export const recordResult = (
  tx: Database,
  { id, organizationId, attempts }: Pick<ClaimedDelivery, 'id' | 'organizationId' | 'attempts'>,
  { wait, ...result }: Result,
) =>
  tx
    .update(deliveries)
    .set({ ...result, nextAttemptAt: wait === null ? null : sql`now() + make_interval(secs => ${wait})` })
    .where(
      and(
        ownedBy(deliveries.organizationId, organizationId),
        eq(deliveries.id, id),
        eq(deliveries.attempts, attempts),
        eq(deliveries.status, 'pending'),
      ),
    )

/** True if nothing has arrived since the event of this delivery. */
export const hasNothingArrivedSince = (tx: Database, { id, organizationId }: ClaimedDelivery, endpointId: string) =>
  tx
    .$count(
      deliveries,
      and(
        ownedBy(deliveries.organizationId, organizationId),
        eq(deliveries.endpointId, endpointId),
        eq(deliveries.status, 'delivered'),
        sql`${deliveries.lastAttemptAt} > (select own.created_at from ${deliveries} own
          where own.organization_id is not distinct from ${organizationId}::uuid and own.id = ${id})`,
      ),
    )
    .then((count) => count === 0)

/** Active admins of the vendor, or administrators of the organization. */
export const selectAdministrators = (tx: Database, owner: Owner) =>
  tx
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .where(
      and(
        ownedBy(users.organizationId, owner),
        eq(users.role, owner === null ? 'admin' : 'org_admin'),
        eq(users.status, 'active'),
      ),
    )
    .orderBy(users.id)
