import { sql, type SQL } from 'drizzle-orm'

const lastOf = (name: SQL, state: 'completed' | 'failed') => sql`(
  select state, started_on, completed_on from pgboss.job
  where job.name = ${name} and state = ${sql.raw(`'${state}'`)}
  order by completed_on desc limit 1)`

/** To be joined laterally: how the job of that name ended when it last did. No row: it never ran. */
export const lastRunOf = (name: SQL) => sql`(
  select * from (${lastOf(name, 'completed')} union all ${lastOf(name, 'failed')}) as ends
  order by completed_on desc limit 1)`
