import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { SubscriptionStatus } from '#contract/billing/subscriptions.ts'
import type { License } from '#contract/licensing/licenses.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { checkIns, licenses } from '#server/database/schema/licensing/licenses.ts'
import { billingStatusSince, overdueSince } from '#server/domain/organizations.ts'
import { isLive } from '#server/domain/subscriptions.ts'
import { createBatch } from '#server/platform/http/limits/batch.ts'

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
  now: Date
}

const handles = { key: licenses.keyHash, token: licenses.deviceTokenHash } as const

/**
 * One row per hash in order, with the database's clock. License columns are null for an unknown hash. The offset keeps the planner from
 * looking up overdue invoices twice.
 */
export const factsStatement = (handle: keyof typeof handles) =>
  new PgDialect({ casing: 'snake_case' }).sqlToQuery(sql`
    select
      now() as "now",
      ${licenses.id} as "id",
      ${licenses.label} as "label",
      ${licenses.status} as "status",
      ${licenses.deviceFingerprint} as "deviceFingerprint",
      ${licenses.fingerprintKey} as "fingerprintKey",
      ${licenses.deviceName} as "deviceName",
      ${licenses.deviceOs} as "deviceOs",
      ${licenses.keyHash} as "keyHash",
      ${billingStatusSince(sql`standing.overdue_since`)} as "billingStatus",
      ${checkIns.lastCheckIn} as "lastCheckIn",
      ${organizations.id} as "organizationId",
      ${organizations.name} as "organizationName",
      ${organizations.suspendedAt} is not null as "isSuspended",
      ${subscriptions.status} as "subscriptionStatus",
      case when ${subscriptions.status} = 'canceled' then ${subscriptions.currentPeriodEnd} end as "subscriptionEndsAt",
      standing.overdue_since as "overdueSince"
    from unnest($1::bytea[]) with ordinality as wanted (hash, place)
    left join ${licenses} on ${handles[handle]} = wanted.hash
    left join ${organizations} on ${organizations.id} = ${licenses.organizationId}
    left join ${subscriptions} on ${subscriptions.organizationId} = ${organizations.id} and ${isLive}
    left join ${checkIns} on ${checkIns.licenseId} = ${licenses.id}
    left join lateral (select ${overdueSince} as overdue_since offset 0) standing on true
    order by wanted.place`).sql

/** The license of a hash, or only the time if there is none. */
export type Found = LicenseFacts | { id: null; now: Date }

export const isKnown = (found: Found): found is LicenseFacts => found.id !== null

/** Requests in the same turn of the event loop share one query. Nothing is cached. */
export function createFactsReader(pool: pg.Pool, handle: keyof typeof handles) {
  const name = `device_facts_by_${handle}`
  const text = factsStatement(handle)
  const batch = createBatch<Buffer, Found>(
    async (hashes) => (await pool.query<Found>({ name, text, values: [hashes] })).rows,
    { most: 500, atOnce: 2 },
  )
  return batch.add
}
export type ReadFacts = ReturnType<typeof createFactsReader>
