import { sql } from 'drizzle-orm'
import type { FailedJob, Job } from '#contract/jobs.ts'
import { LISTED_FAILURES } from '#contract/jobs.ts'
import { first, type Database } from '#server/database/database.ts'
import { toIso } from '#server/database/columns.ts'
import { failedJobs } from '#server/platform/failed-jobs.ts'
import { subject } from './subjects.ts'

type JobFacts = Omit<Job, 'description' | 'schedule'>

/** One row for each of these names, in their order, whether or not it ever ran. */
export async function findJobs(db: Database, names: string[]) {
  const { rows } = await db.execute<JobFacts>(sql`
    with counts as (
      select name, count(*) filter (where state < 'active')::int as waiting,
        count(*) filter (where state = 'active')::int as running, max(completed_on) as last
      from pgboss.job group by name
    ),
    failures as (select name, count(*)::int as failed from ${failedJobs} group by name)
    select names.name, coalesce(waiting, 0) as waiting, coalesce(running, 0) as running, coalesce(failed, 0) as failed,
      (select json_build_object('finishedAt', completed_on,
          'took', greatest(0, extract(epoch from completed_on - started_on) * 1000)::int,
          'hasSucceeded', state = 'completed')
        from pgboss.job where job.name = names.name and completed_on = counts.last and started_on is not null
        limit 1) as "lastRun"
    from json_array_elements_text(${JSON.stringify(names)}::json) with ordinality as names (name, place)
    left join counts using (name) left join failures using (name)
    order by place`)
  return rows.map(({ lastRun, ...job }) => ({
    ...job,
    lastRun: lastRun && { ...lastRun, finishedAt: toIso(lastRun.finishedAt) },
  }))
}

/** The newest first, with what each was about. */
export async function findFailures(db: Database, names: string[]) {
  const { rows } = await db.execute<FailedJob>(sql`
    select id, name, ${subject} as subject, retry_count + 1 as attempts, completed_on::timestamptz(3) as "failedAt",
      coalesce(output ->> 'message', output #>> '{value,message}', 'It did not say why') as message
    from ${failedJobs}
    where name in (select json_array_elements_text(${JSON.stringify(names)}::json))
    order by completed_on desc, id limit ${LISTED_FAILURES}`)
  return rows.map((row) => ({ ...row, failedAt: toIso(row.failedAt) }))
}

type HeldJob = { name: string; isFailed: boolean; isQueued: boolean }

/** Holds it to the end of the transaction. Queued: another one of the same key already is, where there may be only one. */
export const holdJob = (tx: Database, id: string, names: string[]) =>
  tx
    .execute<HeldJob>(
      sql`
        select name, state = 'failed' as "isFailed", exists (
          select from pgboss.job as other
          where other.name = job.name and other.state <= 'active' and other.policy = 'exclusive'
            and coalesce(other.singleton_key, '') = coalesce(job.singleton_key, '')
        ) as "isQueued"
        from pgboss.job
        where id = ${id} and name in (select json_array_elements_text(${JSON.stringify(names)}::json))
        for update of job`,
    )
    .then(({ rows }) => first(rows))
