import { sql } from 'drizzle-orm'
import { OVERVIEW_MONTHS } from '#contract/operations/overview.ts'
import { only, type Database } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { payments } from '#server/database/schema/billing/payments.ts'
import { emails } from '#server/database/schema/emails.ts'
import { backups } from '#server/database/schema/platform.ts'
import { usageMonths } from '#server/database/schema/usage.ts'
import { startOf } from '#server/domain/calendar.ts'
import { isCounted, movesMoney } from '#server/domain/invoices.ts'
import { failedJobs, lastRunOf } from '#server/platform/jobs/queries.ts'
import { isLinkOver } from '#server/platform/mail/queries.ts'
import { TIME_ZONE } from '#server/platform/time-zone.ts'

const zone = sql.raw(`'${TIME_ZONE}'`)

type Month = {
  month: string
  invoicedCents: string
  receivedCents: string
  seats: number | null
  devices: number | null
}

export async function findMonths(db: Database) {
  const { rows } = await db.execute<Month>(sql`
    with months as (
      select first::date as month, ${startOf(sql`first::date`)} as starts_at, ${startOf(sql`(first + interval '1 month')::date`)} as ends_at
      from generate_series(0, ${OVERVIEW_MONTHS - 1}::int) as back,
        lateral (select date_trunc('month', now() at time zone ${zone}) - make_interval(months => back) as first) as start
    ),
    used as (
      select ${usageMonths.month} as month, sum(${usageMonths.seats})::int as seats, sum(${usageMonths.devices})::int as devices
      from ${usageMonths} where ${usageMonths.month} >= (select min(month) from months)
      group by 1
    )
    select months.month::text, coalesce(invoiced.cents, 0)::text as "invoicedCents",
      coalesce(received.cents, 0)::text as "receivedCents", used.seats, used.devices
    from months
    left join used using (month),
      lateral (
        select sum(${invoices.amountCents} - ${invoices.creditedCents}) as cents from ${invoices}
        where ${invoices.createdAt} >= starts_at and ${invoices.createdAt} < ends_at and ${isCounted}
      ) as invoiced,
      lateral (
        select sum(${payments.amountCents}) as cents from ${payments}
        where ${payments.createdAt} >= starts_at and ${payments.createdAt} < ends_at
          and ${movesMoney}
      ) as received
    order by months.month`)
  return rows
}

/** Days for which an email is retried. */
const TRIED_DAYS = 3

type MailState = { waiting: number; stuckSeconds: number; failures: number; lastError: string | null }

/** The words of nodemailer for a recipient that the mail server does not know (RFC 3463, 3.2). Codes about the sender are the portal's fault. */
const UNKNOWN_ADDRESS = String.raw`(all recipients were rejected|Message failed): 5\d\d[ -]5\.1\.([1346]|10)\M`

/**
 * Number of queued emails, longest wait since the last delivery, failures, and the reason of the newest. Failures of earlier emails are the fault of their addresses.
 * Emails that a demo kept, and those whose link has expired, are none of them.
 */
export const findMailState = (db: Database) =>
  db
    .execute<MailState>(
      sql`
        with recent as (
          select created_at, sent_at, attempts, last_error from ${emails} where ${emails.createdAt} > now() - make_interval(days => ${TRIED_DAYS})
            and not (sent_at is null and (attempts > 0 and last_error is null or ${isLinkOver}))
        ),
        delivered as (select max(created_at) as at from recent where sent_at is not null),
        stuck as (
          select created_at, attempts, last_error from recent, delivered
          where sent_at is null and created_at > coalesce(delivered.at, '-infinity')
            and coalesce(last_error !~ ${UNKNOWN_ADDRESS}, true)
        )
        select
          (select count(*)::int from recent where sent_at is null) as waiting,
          (select coalesce(extract(epoch from now() - min(created_at)), 0)::int from stuck) as "stuckSeconds",
          (select count(*)::int from stuck where attempts > 0) as failures,
          (select last_error from stuck where last_error is not null order by created_at desc limit 1) as "lastError"`,
    )
    .then(({ rows }) => only(rows))

type JobsState = {
  failed: number
  lateSeconds: number
  silentSeconds: number | null
  scheduled: { name: string; agoSeconds: number | null; hasFailed: boolean }[]
}

export const findJobsState = (db: Database) =>
  db
    .execute<JobsState>(
      sql`
        with last_runs as (
          select schedule.name, job.state::text, job.completed_on
          from pgboss.schedule
          left join lateral ${lastRunOf(sql`schedule.name`)} as job on true
        )
        select
          (select count(*)::int from ${failedJobs} where completed_on > now() - interval '24 hours') as failed,
          (select coalesce(extract(epoch from now() - min(start_after)), 0)::int from pgboss.job
            where state < 'active' and not blocked and start_after < now()) as "lateSeconds",
          (select extract(epoch from now() - cron_on)::int from pgboss.version) as "silentSeconds",
          (select coalesce(json_agg(json_build_object(
            'name', name,
            'agoSeconds', extract(epoch from now() - completed_on)::int,
            'hasFailed', coalesce(state = 'failed', false)) order by name), '[]') from last_runs) as scheduled`,
    )
    .then(({ rows }) => only(rows))

type BackupState = { verifiedSeconds: number | null; count: number }

/** The age of the newest backup that was verified. */
export async function findBackupState(db: Database) {
  const { rows } = await db.execute<BackupState>(sql`
    select extract(epoch from now() - max(${backups.createdAt}) filter (where ${backups.verifiedAt} is not null))::float8
      as "verifiedSeconds", count(*)::int as count from ${backups}`)
  return rows[0] ?? { verifiedSeconds: null, count: 0 }
}
