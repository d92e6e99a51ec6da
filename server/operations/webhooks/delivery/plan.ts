import type { Database } from '#server/database/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { selectDue } from './queries.ts'

export const DELIVER = 'deliver-webhook'

/** One job per webhook, which sends everything that is due. */
export const queueDeliveries = (jobs: Jobs, tx: Database, endpointIds: string[]) =>
  jobs.enqueueMany(
    tx,
    DELIVER,
    endpointIds.map((endpointId) => ({ data: { endpointId }, key: endpointId })),
  )

/** Job: finds the webhooks for which something is due. */
export async function planDeliveries({ db, jobs }: Pick<Platform, 'db' | 'jobs'>) {
  const due = await selectDue(db)
  if (due.length > 0) await queueDeliveries(jobs, db, due)
}
