import { sql, type SQL } from 'drizzle-orm'
import { fromDrizzle } from 'pg-boss'
import { FAILURES_KEPT_DAYS, MOST_COUNTED } from '#contract/operations/jobs.ts'
import type { Database } from '#server/database/database.ts'

/** pg-boss runs its statements in the caller's transaction. */
export const statementsIn = (tx: Database) => fromDrizzle(tx, sql)

const isDoneLater = sql`exists (
  select from pgboss.job as later
  where later.name = job.name and later.state = 'completed' and later.completed_on > job.completed_on
    and jsonb_hash(coalesce(later.data, '{}')) = jsonb_hash(coalesce(job.data, '{}'))
    and coalesce(later.data, '{}') = coalesce(job.data, '{}')
)`

/**
 * Jobs that failed in the last FAILURES_KEPT_DAYS days, were not retried and did not succeed later with the same data. The newest of each name, up to the
 * number that is counted. `case` makes PostgreSQL look for a later run of each: a join would read all completed jobs.
 */
export const failedJobs = sql`(
  select given_up.* from pgboss.queue
  cross join lateral (
    select job.id, job.name, job.data, job.output, job.retry_count, job.completed_on, job.policy, job.singleton_key
    from pgboss.job
    where job.name = queue.name and job.state = 'failed' and job.completed_on > now() - make_interval(days => ${sql.raw(String(FAILURES_KEPT_DAYS))})
      and case when ${isDoneLater} then false else true end
    order by job.completed_on desc limit ${sql.raw(String(MOST_COUNTED + 1))}
  ) as given_up
) as failed`

const lastOf = (name: SQL, state: 'completed' | 'failed') => sql`(
  select state, started_on, completed_on from pgboss.job
  where job.name = ${name} and state = ${sql.raw(`'${state}'`)}
  order by completed_on desc limit 1)`

/** For a lateral join: how the last run of that job ended, or no row. */
export const lastRunOf = (name: SQL) => sql`(
  select * from (${lastOf(name, 'completed')} union all ${lastOf(name, 'failed')}) as ends
  order by completed_on desc limit 1)`

const secondsKept = sql`case when ${isDoneLater} then queue.deletion_seconds
  else greatest(queue.deletion_seconds, ${sql.raw(String(FAILURES_KEPT_DAYS * 86_400))}) end`

const BATCH = 5000

/** pg-boss deletes failed jobs as early as completed ones. A job that was done later is not kept longer than the run that did it. */
export async function keepFailures(db: Database) {
  while ((await keepSome(db)) === BATCH);
}

const keepSome = (db: Database) =>
  db
    .execute(
      sql`
        update pgboss.job set deletion_seconds = wanted.seconds
        from (
          select job.name, job.id, ${secondsKept} as seconds
          from pgboss.job join pgboss.queue on queue.name = job.name
          where job.state = 'failed' and job.deletion_seconds <> ${secondsKept}
          limit ${BATCH} for update of job skip locked
        ) as wanted
        where job.name = wanted.name and job.id = wanted.id`,
    )
    .then(({ rowCount }) => rowCount)
