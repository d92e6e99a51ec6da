import { sql } from 'drizzle-orm'
import { ENDED_AFTER_DAYS, RENEWAL_NOTICE_DAYS, UNPAID_AFTER_DAYS } from '#contract/billing/terms.ts'
import type { Database } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { adjustments, subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { endOf, startOf, today, todayOnce } from '#server/domain/calendar.ts'
import { isCounted, isOutstanding } from '#server/domain/invoices.ts'
import { FREE_BELOW } from './prices.ts'

// Conditions that preselect subscriptions for each step. Steps check again under the lock, so a false positive only costs time.

const { id, organizationId, status, currentPeriodEnd } = subscriptions
const isUnended = sql`${subscriptions.endedAt} is null`
const isUncanceled = sql`${isUnended} and ${status} <> 'canceled'`
const withPrice = sql`${subscriptions} join ${organizations} on ${organizations.id} = ${organizationId}`
const isFree = sql`${organizations.twelveMonthCents} < ${sql.raw(String(FREE_BELOW))}`

/** For `not exists`. A later period can be invoiced while this one is void. */
const billedNext = sql`(select 1 from ${invoices}
  where ${invoices.subscriptionId} = ${id} and ${invoices.periodStart} = ${currentPeriodEnd}
    and ${invoices.status} not in ('void', 'cancelled'))`

const outstandingPeriod = sql`(select 1 from ${invoices}
  where ${invoices.organizationId} = ${organizationId} and ${invoices.subscriptionId} = ${id}
    and ${invoices.periodStart} is not null and ${isOutstanding})`

const toEnd = sql`select ${id} from ${subscriptions}
  where ${isUnended} and ${status} = 'canceled' and ${currentPeriodEnd} <= now()`

const toRenewFree = sql`select ${id} from ${withPrice}
  where ${isUncanceled} and ${currentPeriodEnd} <= now() and ${isFree} and not exists ${billedNext}`

const toChangeSeats = sql`select ${id} from ${adjustments} join ${subscriptions} on ${id} = ${adjustments.subscriptionId}
  where ${adjustments.status} = 'pending' and ${adjustments.effectiveAt} <= now() and ${isUncanceled}`

const toSettle = sql`select ${id} from ${invoices} join ${subscriptions} on ${id} = ${invoices.subscriptionId}
  where ${invoices.periodStart} <= now() and ${invoices.seats} is not null and ${invoices.seatsSettledAt} is null
    and ${isCounted} and ${isUnended}`

/** The first instant after so many days of notice. Without a subselect, so that the planner can estimate the rows. */
const noticeEnd = (notice: number) => startOf(sql`${today} + ${sql.raw(String(notice + 1))}`)

const toBill = sql`select ${id} from ${withPrice}
  where ${isUncanceled} and not ${isFree} and not exists ${billedNext} and not exists ${outstandingPeriod}`

/** Monthly and annual subscriptions both open within the monthly notice. */
const toBillSoon = sql`${toBill} and ${currentPeriodEnd} < ${noticeEnd(RENEWAL_NOTICE_DAYS.monthly)}`

const toBillEarly = sql`${toBill} and ${organizations.billingType} = 'annual'
  and ${currentPeriodEnd} >= ${noticeEnd(RENEWAL_NOTICE_DAYS.monthly)}
  and ${currentPeriodEnd} < ${noticeEnd(RENEWAL_NOTICE_DAYS.annual)}`

const isLateFor = (days: number) => sql`now() >= ${endOf(sql`${invoices.dueDate} + ${sql.raw(String(days))}`)}`

const toEscalate = sql`select ${id} from ${invoices} join ${subscriptions} on ${id} = ${invoices.subscriptionId}
  where ${isOutstanding} and ${invoices.dueDate} < ${todayOnce} and ${isUncanceled}
    and (${status} = 'active' or ${isLateFor(ENDED_AFTER_DAYS)}
      or (${status} = 'past_due' and ${isLateFor(UNPAID_AFTER_DAYS)})
      or ${endOf(invoices.dueDate)} < ${subscriptions.pastDueAt})`

const STEPS = [toEnd, toRenewFree, toChangeSeats, toSettle, toBillSoon, toBillEarly, toEscalate]

const FIRST = '00000000-0000-0000-0000-000000000000'

/** Returns a page of ids of subscriptions that need a step, ordered by id. */
export async function findDue(db: Database, limit: number, after = FIRST) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (${sql.join(STEPS, sql` union `)}) due
    where id > ${after} order by id limit ${limit}`)
  return rows.map((row) => row.id)
}
