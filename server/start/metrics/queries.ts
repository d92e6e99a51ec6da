import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { failedJobs } from '#server/platform/jobs/queries.ts'

type JobState = {
  name: string
  waiting: number
  oldestSeconds: number
  failed: number
  lastCompleted: number | null
}

/** One row per name. `oldestSeconds`: how long the first waiting job has been due. */
export async function findJobStates(db: Database, names: string[]) {
  const { rows } = await db.execute<JobState>(sql`
    with failures as materialized (select name, count(*)::int as failed from ${failedJobs} group by name),
    queued as materialized (
      select name, count(*)::int as waiting, greatest(0, extract(epoch from now() - min(start_after)))::float8 as oldest
      from pgboss.job where state < 'active' and not blocked group by name
    )
    select names.name, coalesce(waiting, 0) as waiting, coalesce(oldest, 0) as "oldestSeconds", coalesce(failed, 0) as failed,
      (select extract(epoch from completed_on)::float8 from pgboss.job
        where job.name = names.name and state = 'completed' order by completed_on desc limit 1) as "lastCompleted"
    from json_array_elements_text(${JSON.stringify(names)}::json) as names (name)
    left join queued using (name)
    left join failures using (name)`)
  return rows
}
