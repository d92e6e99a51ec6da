import { sql } from 'drizzle-orm'
import { MAIL_JOBS, type RetryPreview } from '#contract/operations/jobs.ts'
import { toIso } from '#server/database/columns.ts'
import { only, type Database } from '#server/database/database.ts'
import { emails } from '#server/database/schema/emails.ts'
import { failedJobs } from '#server/platform/jobs/queries.ts'
import { isLinkOver } from '#server/platform/mail/queries.ts'
import { isOneOf, isQueued } from './queries.ts'

/** Until the end of the transaction: only one retries many failures. */
export const lockFailures = (tx: Database) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('failed jobs'))`)

/** The effect of a retry of all now. An email that was sent or deleted since is not counted. */
export async function findRetry(db: Database, names: string[]): Promise<RetryPreview> {
  const { rows } = await db.execute<RetryPreview>(sql`
    with wanted as materialized (select name, data from ${failedJobs} where ${isOneOf(names)}),
    letters as materialized (
      select lower(${emails.to}) as reader, ${emails.createdAt} as written, ${isLinkOver} as is_over
      from ${emails}
      where ${emails.sentAt} is null and ${emails.to} <> ''
        and ${emails.id} in (select (data ->> 'emailId')::uuid from wanted where ${isOneOf(MAIL_JOBS)} offset 0)
    )
    select (select count(*)::int from wanted) as jobs,
      count(*) filter (where not is_over)::int as emails,
      count(distinct reader) filter (where not is_over)::int as recipients,
      count(*) filter (where is_over)::int as expired,
      (min(written) filter (where not is_over))::timestamptz(3) as "oldestAt",
      now()::timestamptz(3) as until
    from letters`)
  const { oldestAt, until, ...counts } = only(rows)
  return { ...counts, oldestAt: oldestAt && toIso(oldestAt), until: toIso(until) }
}

/** A hash of the ids, however few the planner expects. Of an exclusive key, the newest only, and none if one waits or runs. Jobs that someone waits for keep their rank, and the others go after new ones. */
export async function retryFailures(tx: Database, names: string[], until: string) {
  const { rows } = await tx.execute<{ retried: number }>(sql`
    with wanted as materialized (
      select * from ${failedJobs} where ${isOneOf(names)} and completed_on <= ${until}::timestamptz
    ), free as materialized (
      select distinct on (name, key) id
      from (
        select *, case when policy = 'exclusive' then coalesce(singleton_key, '') else id::text end as key
        from wanted
        where policy is distinct from 'exclusive' or not ${isQueued(sql`wanted`)}
      ) as keyed
      order by name, key, completed_on desc
    ), retried as (
      update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, priority = case when priority > 0 then priority else -1 end
      where ${isOneOf(names)} and state = 'failed' and (id in (select id from free)) is true
      returning id
    )
    select count(*)::int as retried from retried`)
  return only(rows).retried
}
