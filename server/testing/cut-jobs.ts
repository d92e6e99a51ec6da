import { pool } from './testing.ts'

/** Ends all connections of the queue. Other test files have databases on the same server. */
export const cutJobs = () =>
  pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'latchkey-jobs' and datname = current_database()`,
  )
