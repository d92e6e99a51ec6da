import type { QueuePolicy } from 'pg-boss'

export type JobRule = {
  description: string
  /** Retries with a delay in seconds, doubling up to the longest. */
  retries: number
  retryDelay: number
  longestDelay: number
  cron?: string
  /** Runs once, late, if no server ran at its time. */
  catchesUp?: boolean
  atStart?: boolean
  /** Seconds after which the job is taken from a process that has not finished it. Runs are limited to slightly less. */
  expires?: number
  /** Seconds of silence after which it is taken from a process that is gone. Without it, it stays until it expires. */
  heartbeat?: number
  /** How many run at once in a process, for jobs that wait for someone else's server. One of others may wait for four more to end. */
  atOnce?: number
  /** How many of these may be of one group, so that the others keep places. */
  atOncePerGroup?: number
  /** How many jobs of one key there may be (pg-boss). A queue keeps the policy it was created with. */
  policy?: QueuePolicy
  /** Seconds for which finished runs are kept, if they are many. */
  kept?: number
}
export type JobTable = Record<string, JobRule>

export const isScheduled = ({ cron, atStart }: JobRule) => cron !== undefined || atStart === true
