import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { type FailedJob, type Job, LISTED_FAILURES, MOST_COUNTED } from '#contract/operations/jobs.ts'
import { toIso } from '#server/database/columns.ts'
import { first, type Database } from '#server/database/database.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { emails } from '#server/database/schema/emails.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { failedJobs, lastRunOf } from '#server/platform/jobs/queries.ts'
import { ticketNumber } from '#server/domain/tickets.ts'

const dataField = (field: string) => sql`(failed.data ->> ${sql.raw(`'${field}'`)})`

/** Never select the body of an email: it may contain a sign-in link. */
const envelope = sql`select ${emails.to} || ': ' || ${emails.subject} from ${emails} where ${emails.id} = ${dataField('emailId')}::uuid`

const subjects: Record<string, SQL> = {
  'send-mail': envelope,
  'send-sealed-mail': envelope,
  'mail-password-reset': sql`select ${dataField('email')}`,
  'mail-ticket': sql`select ${ticketNumber} from ${tickets} where ${tickets.id} = ${dataField('ticketId')}::uuid`,
  'bill-subscription': sql`select ${organizations.name} from ${subscriptions} join ${organizations} on ${organizations.id} = ${subscriptions.organizationId} where ${subscriptions.id} = ${dataField('subscriptionId')}::uuid`,
}

const subject = sql`case failed.name ${sql.join(
  Object.entries(subjects).map(([name, find]) => sql`when ${sql.raw(`'${name}'`)} then (${find})`),
  sql` `,
)} end`

export const isOneOf = (names: readonly string[]) =>
  sql`name in (select json_array_elements_text(${JSON.stringify(names)}::json))`

/** Another job with its exclusive key waits or runs. */
export const isQueued = (job: SQL) => sql`exists (
  select from pgboss.job as other
  where other.name = ${job}.name and other.state <= 'active' and other.policy = 'exclusive'
    and coalesce(other.singleton_key, '') = coalesce(${job}.singleton_key, '')
)`

type JobFacts = Omit<Job, 'description' | 'schedule' | 'nextRun'>

/** Counts up to the display limit plus one. */
const countUpTo = (rows: SQL) => sql`(select count(*)::int from (${rows} limit ${MOST_COUNTED + 1}) as counted)`

const ofName = (condition: SQL) => sql`select from pgboss.job where job.name = names.name and ${condition}`

/** One row per name in order, even if it never ran. Each uses the index. */
export async function findJobs(db: Database, names: string[]) {
  const { rows } = await db.execute<JobFacts>(sql`
    with failures as materialized (select name, count(*)::int as failed from ${failedJobs} group by name)
    select names.name,
      ${countUpTo(ofName(sql`state < 'active' and not blocked`))} as waiting,
      ${countUpTo(ofName(sql`state = 'active'`))} as running,
      coalesce(failed, 0) as failed,
      case when last.completed_on is not null then json_build_object(
        'finishedAt', last.completed_on,
        'took', coalesce(greatest(0, extract(epoch from last.completed_on - last.started_on) * 1000), 0)::int,
        'hasSucceeded', last.state = 'completed') end as "lastRun"
    from json_array_elements_text(${JSON.stringify(names)}::json) with ordinality as names (name, place)
    left join failures using (name)
    left join lateral ${lastRunOf(sql`names.name`)} as last on true
    order by place`)
  return rows.map(({ lastRun, ...job }) => ({
    ...job,
    lastRun: lastRun && { ...lastRun, finishedAt: toIso(lastRun.finishedAt) },
  }))
}

export async function findFailures(db: Database, names: string[]) {
  const { rows } = await db.execute<FailedJob>(sql`
    select id, name, ${subject} as subject, retry_count + 1 as attempts, completed_on::timestamptz(3) as "failedAt",
      coalesce(output ->> 'message', output #>> '{value,message}', 'It did not say why') as message
    from ${failedJobs}
    where ${isOneOf(names)}
    order by completed_on desc, id limit ${LISTED_FAILURES}`)
  return rows.map((row) => ({ ...row, failedAt: toIso(row.failedAt) }))
}

export type LockedJob = { name: string; isFailed: boolean; isQueued: boolean; emailId: string | null }

/** Locks the job. */
export const lockJob = (tx: Database, id: string, names: string[]) =>
  tx
    .execute<LockedJob>(
      sql`
        select name, state = 'failed' as "isFailed", ${isQueued(sql`job`)} as "isQueued", data ->> 'emailId' as "emailId"
        from pgboss.job
        where id = ${id} and ${isOneOf(names)}
        for update of job`,
    )
    .then(({ rows }) => first(rows))

export const deleteJob = (tx: Database, { name, id }: { name: string; id: string }) =>
  tx.execute(sql`delete from pgboss.job where name = ${name} and id = ${id}`)

/** Returns its address. */
export const discardEmail = (tx: Database, id: string, lastError: string) =>
  tx
    .update(emails)
    .set({ lastError })
    .where(and(eq(emails.id, id), isNull(emails.sentAt)))
    .returning({ to: emails.to })
    .then((rows) => rows[0]?.to)
