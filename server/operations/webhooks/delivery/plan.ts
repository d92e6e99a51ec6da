import type { Database } from '#server/database/database.ts'
import type { Owner } from '#server/operations/webhooks/queries.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { selectDue, selectSilent } from './queries.ts'

export const DELIVER = 'deliver-webhook'

type DueWebhook = { id: string; organizationId: Owner }

/** Those that did not answer last: each takes a place until its time limit, so all of them share the places of one owner. */
const SILENT = 'silent'

/** One job per webhook, which sends everything that is due. Those of one owner are a group. */
export async function queueDeliveries(jobs: Jobs, tx: Database, due: DueWebhook[]) {
  const silent = new Set(await selectSilent(tx, due))
  const groupOf = ({ id, organizationId }: DueWebhook) => (silent.has(id) ? SILENT : (organizationId ?? 'vendor'))
  await jobs.enqueueMany(
    tx,
    DELIVER,
    due.map((webhook) => ({ data: { endpointId: webhook.id }, key: webhook.id, group: groupOf(webhook) })),
  )
}

/** Job: finds the webhooks for which something is due. */
export async function planDeliveries({ db, jobs }: Pick<Platform, 'db' | 'jobs'>) {
  const due = await selectDue(db)
  if (due.length > 0) await queueDeliveries(jobs, db, due)
}
