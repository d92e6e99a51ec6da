import { sql, type SQL } from 'drizzle-orm'
import { fromDrizzle } from 'pg-boss'
import { MOST_COUNTED } from '#contract/operations/jobs.ts'
import type { Database } from '#server/database/database.ts'

/** pg-boss runs its statements in the caller's transaction. */
export const statementsIn = (tx: Database) => fromDrizzle(tx, sql)

/**
 * Jobs that failed in the last 7 days, were not retried and did not succeed later with the same data. The newest of each name, up to the
 * number that is counted.
 */
export const failedJobs = sql`(
  select given_up.* from pgboss.queue
  cross join lateral (
    select job.id, job.name, job.data, job.output, job.retry_count, job.completed_on
    from pgboss.job
    where job.name = queue.name and job.state = 'failed' and job.completed_on > now() - interval '7 days'
      and not exists (
        select from pgboss.job as later
        where later.name = job.name and later.state = 'completed' and later.completed_on > job.completed_on
          and jsonb_hash(coalesce(later.data, '{}')) = jsonb_hash(coalesce(job.data, '{}'))
          and coalesce(later.data, '{}') = coalesce(job.data, '{}')
      )
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
