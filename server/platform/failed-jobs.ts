import { sql } from 'drizzle-orm'

/**
 * What was given up in the last 7 days, as `failed`: neither tried again nor done by a later run over the same thing.
 * An hour later most of what comes by itself has made up for it.
 */
export const failedJobs = sql`(
  select job.id, job.name, job.data, job.output, job.retry_count, job.completed_on
  from pgboss.job
  where job.state = 'failed' and job.completed_on > now() - interval '7 days'
    and not exists (
      select from pgboss.job as later
      where later.name = job.name and later.state = 'completed' and later.completed_on > job.completed_on
        and coalesce(later.data, '{}') = coalesce(job.data, '{}')
    )
) as failed`
