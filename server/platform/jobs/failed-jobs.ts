import { sql } from 'drizzle-orm'
import { MOST_COUNTED } from '#contract/operations/jobs.ts'

/**
 * What was given up in the last 7 days, as `failed`: neither tried again nor done by a later run over the same thing.
 * An hour later most of what comes by itself has made up for it. Of each name the newest, and no more than anybody counts.
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
