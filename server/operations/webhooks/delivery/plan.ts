import type { Database } from '#server/database/database.ts'
import type { Owner } from '#server/operations/webhooks/queries.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { selectDue } from './queries.ts'

export const DELIVER = 'deliver-webhook'

type DueWebhook = { id: string; organizationId: Owner }

/** One job per webhook, which sends everything that is due. Those of one owner are a group. */
export const queueDeliveries = (jobs: Jobs, tx: Database, due: DueWebhook[]) =>
  jobs.enqueueMany(
    tx,
    DELIVER,
    due.map(({ id, organizationId }) => ({ data: { endpointId: id }, key: id, group: organizationId ?? 'vendor' })),
  )

/** Job: finds the webhooks for which something is due. */
export async function planDeliveries({ db, jobs }: Pick<Platform, 'db' | 'jobs'>) {
  const due = await selectDue(db)
  if (due.length > 0) await queueDeliveries(jobs, db, due)
}
