import { sql, type SQLWrapper } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { SubscriptionStatus } from '#contract/billing/subscriptions.ts'
import type { License } from '#contract/licensing/licenses.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { checkIns, licenses } from '#server/database/schema/licensing/licenses.ts'
import type { Queryable } from '#server/database/transactions/fallback.ts'
import { ofLicense } from '#server/domain/licenses.ts'
import { billingStatusSince, overdueSince } from '#server/domain/organizations.ts'
import { isLive } from '#server/domain/subscriptions.ts'
import { createBatch } from '#server/database/statements/batch.ts'

/** Facts about a license at one moment of the database's clock. */
export type LicenseFacts = {
  id: string
  label: string
  status: License['status']
  deviceFingerprint: string | null
  fingerprintKey: string | null
  deviceName: string | null
  deviceOs: string | null
  keyHash: Buffer
  billingStatus: License['billingStatus']
  lastCheckIn: Date | null
  organizationId: string
  organizationName: string
  isSuspended: boolean
  subscriptionStatus: SubscriptionStatus | null
  subscriptionEndsAt: Date | null
  overdueSince: Date | null
  features: string[] | null
  now: Date
}

const handles = {
  key: { column: licenses.keyHash, type: sql`bytea[]` },
  token: { column: licenses.deviceTokenHash, type: sql`bytea[]` },
  id: { column: licenses.id, type: sql`uuid[]` },
} as const
type Handle = keyof typeof handles

/** Descends the index once for all organizations of a batch, instead of once per license. */
const isAsked = (organizationId: SQLWrapper) => sql`${organizationId} = any(array(select organization_id from found))`

/**
 * One row per wanted value in order, with the database's clock. License columns are null for an unknown value. The offset keeps the planner
 * from looking up overdue invoices twice.
 */
export const factsStatement = (handle: Handle) =>
  new PgDialect({ casing: 'snake_case' }).sqlToQuery(sql`
    with found as materialized (
      select
        place,
        ${licenses.id} as "id",
        ${licenses.organizationId} as organization_id,
        ${licenses.label} as "label",
        ${licenses.status} as "status",
        ${licenses.deviceFingerprint} as "deviceFingerprint",
        ${licenses.fingerprintKey} as "fingerprintKey",
        ${licenses.deviceName} as "deviceName",
        ${licenses.deviceOs} as "deviceOs",
        ${licenses.keyHash} as "keyHash",
        ${licenses.deviceTokenHash} as "deviceTokenHash",
        ${checkIns.lastCheckIn} as "lastCheckIn"
      from unnest($1::${handles[handle].type}) with ordinality as wanted (value, place)
      left join ${licenses} on ${handles[handle].column} = wanted.value
      left join ${checkIns} on ${ofLicense}
    )
    select
      now() as "now",
      found."id",
      found."label",
      found."status",
      found."deviceFingerprint",
      found."fingerprintKey",
      found."deviceName",
      found."deviceOs",
      found."keyHash",
      found."deviceTokenHash",
      found."lastCheckIn",
      ${billingStatusSince(sql`overdue.since`)} as "billingStatus",
      ${organizations.id} as "organizationId",
      ${organizations.name} as "organizationName",
      ${organizations.suspendedAt} is not null as "isSuspended",
      ${subscriptions.status} as "subscriptionStatus",
      case when ${subscriptions.status} = 'canceled' then ${subscriptions.currentPeriodEnd} end as "subscriptionEndsAt",
      overdue.since as "overdueSince",
      ${subscriptions.features} as "features"
    from found
    left join ${organizations} on ${organizations.id} = found.organization_id and ${isAsked(organizations.id)}
    left join ${subscriptions} on ${subscriptions.organizationId} = found.organization_id
      and ${isAsked(subscriptions.organizationId)} and ${isLive}
    left join lateral (select ${overdueSince} as since offset 0) as overdue on true
    order by found.place`).sql

/** The license, or only the time if there is none. */
type LookupResult<Facts = LicenseFacts> = Facts | { id: null; now: Date }

export const isKnown = <Facts extends LicenseFacts>(found: LookupResult<Facts>): found is Facts => found.id !== null

/** Requests in the same turn of the event loop share one query. Nothing is cached. */
function createReader<Wanted, Facts extends LicenseFacts>(pool: Queryable, handle: Handle) {
  const name = `device_facts_by_${handle}`
  const text = factsStatement(handle)
  const batch = createBatch<Wanted, LookupResult<Facts>>(
    async (wanted) => (await pool.query<LookupResult<Facts>>({ name, text, values: [wanted] })).rows,
    { most: 500, atOnce: 2 },
  )
  return batch.add
}

export const createFactsReader = (pool: Queryable, handle: 'key' | 'token') =>
  createReader<Buffer, LicenseFacts>(pool, handle)
export type ReadFacts = ReturnType<typeof createFactsReader>

export const createBindingReader = (pool: Queryable) =>
  createReader<string, LicenseFacts & { deviceTokenHash: Buffer | null }>(pool, 'id')
