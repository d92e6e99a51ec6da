import { eq, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import { SILENT_DAYS } from '#contract/licensing/usage.ts'
import type { AlertKind } from '#contract/operations/dashboard.ts'
import { FAILURE_ALERT_DAYS } from '#contract/operations/jobs.ts'
import type { Database } from '#server/database/database.ts'
import { preparedStatement } from '#server/database/statements/prepared.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { paymentProofs } from '#server/database/schema/billing/payment-proofs.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { customerProfiles } from '#server/database/schema/customers.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { licenseRequests } from '#server/database/schema/licensing/license-requests.ts'
import { licenseCounts } from '#server/database/schema/licensing/license-counts.ts'
import { checkIns, licenses } from '#server/database/schema/licensing/licenses.ts'
import { webhookEndpoints } from '#server/database/schema/webhooks.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { endOf, today } from '#server/domain/calendar.ts'
import { awaitsPayment, balance, isOutstanding } from '#server/domain/invoices.ts'
import { isLive, isTrial } from '#server/domain/subscriptions.ts'
import { nameOf } from '#server/domain/users.ts'
import { isSilent, lastHeard } from '#server/licensing/public.ts'
import { failedJobs } from '#server/platform/jobs/queries.ts'
import { isUnfinished, joinWaiting } from '#server/support/public.ts'

const organizationOf = (table: typeof invoices | typeof licenseRequests | typeof licenses | typeof tickets) =>
  sql`join ${organizations} on ${organizations.id} = ${table.organizationId}`
const liveOf = sql`join ${subscriptions} on ${subscriptions.organizationId} = ${organizations.id} and ${isLive}`

const isPastDue = sql`${invoices.dueDate} < ${today}`

/**
 * Queries of the alerts. Each returns id, organization, name, detail, count and start, at most one row per organization where there may be
 * many.
 */
const facts = {
  pendingAccount: sql`
    select ${users.id}, ${users.organizationId}, concat_ws(' ', ${users.firstName}, ${users.lastName}), ${organizations.name}, 1, ${users.createdAt}
    from ${users} left join ${organizations} on ${organizations.id} = ${users.organizationId}
    where ${users.status} = 'pending'`,

  licenseRequest: sql`
    select ${licenseRequests.id}, ${organizations.id}, ${organizations.name}, ${licenseRequests.businessJustification},
      ${licenseRequests.additionalLicenses}, ${licenseRequests.createdAt}
    from ${licenseRequests} ${organizationOf(licenseRequests)}
    where ${licenseRequests.status} = 'pending'`,

  overdueInvoices: sql`
    select ${organizations.id}, ${organizations.id}, ${organizations.name}, 
      sum(${balance})::text, count(*)::int,
      min(case when ${isPastDue} then ${endOf(invoices.dueDate)} else ${invoices.updatedAt} end)
    from ${invoices} ${organizationOf(invoices)}
    where ${isOutstanding} and (${invoices.status} = 'overdue' or ${isPastDue})
    group by ${organizations.id}`,

  paymentProof: sql`
    select ${invoices.id}, ${organizations.id}, ${organizations.name}, ${invoices.invoiceNumber}, count(*)::int, max(${paymentProofs.createdAt})
    from ${paymentProofs}
    join ${invoices} on ${invoices.organizationId} = ${paymentProofs.organizationId} and ${invoices.id} = ${paymentProofs.invoiceId}
    ${organizationOf(invoices)}
    where ${awaitsPayment}
    group by ${invoices.id}, ${organizations.id}`,

  pastDueSubscription: sql`
    select ${subscriptions.id}, ${organizations.id}, ${organizations.name}, null, ${subscriptions.licenseLimit},
      coalesce(${subscriptions.pastDueAt}, ${subscriptions.currentPeriodEnd})
    from ${organizations} ${liveOf}
    where ${subscriptions.status} in ('past_due', 'unpaid') or ${subscriptions.currentPeriodEnd} < now()`,

  endingSubscription: sql`
    select ${subscriptions.id}, ${organizations.id}, ${organizations.name}, null,
      ceil(extract(epoch from ${subscriptions.currentPeriodEnd} - now()) / 86400)::int,
      coalesce(${subscriptions.canceledAt}, ${subscriptions.updatedAt})
    from ${organizations} ${liveOf}
    where ${subscriptions.status} = 'canceled' and not ${isTrial}
      and ${subscriptions.currentPeriodEnd} <= now() + interval '30 days'`,

  endingTrial: sql`
    select ${subscriptions.id}, ${organizations.id}, ${organizations.name}, null,
      ceil(extract(epoch from ${subscriptions.currentPeriodEnd} - now()) / 86400)::int,
      ${subscriptions.currentPeriodEnd} - interval '7 days'
    from ${organizations} ${liveOf}
    where ${isTrial} and ${subscriptions.currentPeriodEnd} <= now() + interval '7 days'`,

  quotaFull: sql`
    select ${subscriptions.id}, ${organizations.id}, ${organizations.name}, null, ${subscriptions.licenseLimit}, (
      select max(${licenses.createdAt}) from ${licenses} where ${licenses.organizationId} = ${organizations.id})
    from ${organizations} ${liveOf}
    join (
      select ${licenseCounts.organizationId} as owner, sum(${licenseCounts.licenses}) as licenses from ${licenseCounts} group by 1
    ) as used on used.owner = ${organizations.id}
    where used.licenses >= ${subscriptions.licenseLimit}`,

  silentDevices: sql`
    select ${organizations.id}, ${organizations.id}, ${organizations.name}, null, count(*)::int,
      min(${lastHeard}) + interval '30 days'
    from ${licenses} ${organizationOf(licenses)}
    left join ${checkIns} on ${checkIns.licenseId} = ${licenses.id}
    where ${isSilent(SILENT_DAYS[0])}
    group by ${organizations.id}`,

  urgentTicket: sql`
    select ${tickets.id}, ${organizations.id}, ${organizations.name}, ${tickets.title}, 1, waiting.since
    from ${tickets} ${organizationOf(tickets)} ${joinWaiting}
    where ${tickets.priority} = 'urgent' and ${isUnfinished} and waiting.since < now() - interval '4 hours'`,

  failedJobs: sql`
    select md5(name)::uuid, null::uuid, name, null, count(*)::int, max(completed_on)
    from ${failedJobs} where completed_on > now() - make_interval(days => ${FAILURE_ALERT_DAYS}::int) group by name`,

  webhookOff: sql`
    select ${webhookEndpoints.id}, null::uuid,
      coalesce(nullif(${webhookEndpoints.description}, ''), split_part(${webhookEndpoints.url}, '/', 3)), null, 1, ${webhookEndpoints.updatedAt}
    from ${webhookEndpoints}
    where ${webhookEndpoints.organizationId} is null and ${webhookEndpoints.disabledReason} is not null`,
} satisfies Record<AlertKind, SQL>

export type Fact = {
  kind: AlertKind
  id: string
  /** Null if it concerns none. */
  organizationId: string | null
  name: string
  detail: string | null
  count: number
  since: string
}

/** The newest of each kind; more would not help. */
const NEWEST = 50

const parts = Object.entries(facts).map(
  ([kind, fact]) => sql`(
    select ${sql.raw(`'${kind}'`)} as kind, id, organization_id as "organizationId", name, detail, count, since::timestamptz(3) as since
    from (${fact}) as fact (id, organization_id, name, detail, count, since)
    order by since desc limit ${sql.raw(String(NEWEST))})`,
)

const concerns = preparedStatement<Fact>(sql`${sql.join(parts, sql` union all `)} order by since desc, id`)

export const findFactsOfConcern = async (db: Database) => (await concerns(db, {})).rows

const isSnoozed = sql`${customerProfiles.snoozedUntil} > now()`

/** Of organizations with an owner or a snooze. */
export const findProfiles = (db: Database) =>
  db
    .select({
      id: customerProfiles.organizationId,
      owner: sql<{ id: string; name: string } | null>`case when ${users.id} is not null then
        jsonb_build_object('id', ${users.id}, 'name', ${nameOf(users)}) end`,
      snoozedAt: customerProfiles.snoozedAt,
      snoozedUntil: sql<string | null>`case when ${isSnoozed} then ${customerProfiles.snoozedUntil} end`.mapWith(
        customerProfiles.snoozedUntil,
      ),
    })
    .from(customerProfiles)
    .leftJoin(users, eq(users.id, customerProfiles.ownerId))
    .where(or(isNotNull(customerProfiles.ownerId), isSnoozed))
    .then((rows) =>
      rows.map(({ snoozedAt: at, snoozedUntil: until, ...profile }) => ({
        ...profile,
        snooze: at !== null && until !== null ? { at, until } : null,
      })),
    )

export type Profile = Awaited<ReturnType<typeof findProfiles>>[number]
