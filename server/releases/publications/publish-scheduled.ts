import type { Database } from '#server/database/database.ts'
import { systemActor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { refusalOf } from '#server/platform/http/errors.ts'
import { attemptEach } from '#server/platform/jobs/attempt-each.ts'
import type { Platform } from '#server/platform/platform.ts'
import { announceRelease } from '#server/releases/files/announce.ts'
import { listDue, lockVersion, readVersion, secondsUntil, updateVersion } from '#server/releases/files/queries.ts'
import { publishNow } from './publish-now.ts'
import { requirePublishable } from './rules.ts'

/** Job: publishes a version at its time. Repeated runs, and those of an earlier schedule, change nothing. */
export const publishScheduled = (platform: Platform, id: string) =>
  platform.db.transaction(async (tx) => {
    const stored = await lockVersion(tx, id)
    const version = stored && (await readVersion(tx, id))
    if (version?.state !== 'scheduled' || !version.publishAt) return
    const isEarly = (await secondsUntil(tx, version.publishAt)) > 0
    if (isEarly) return
    const refusal = await refusalOf(() => requirePublishable(platform.config, version, version.publishesAsLatest))
    if (refusal) await returnToDraft(platform, tx, id, refusal)
    else await publishNow(platform, tx, systemActor, version, version.publishesAsLatest)
  })

/** Job: publishes what is due, if its own job was lost or has failed. */
export async function publishDue(platform: Platform) {
  const due = await listDue(platform.db)
  await attemptEach(due, ({ id }) => publishScheduled(platform, id))
}

async function returnToDraft(platform: Platform, tx: Database, id: string, refusal: string) {
  await updateVersion(tx, id, { publishAt: null, publishesAsLatest: false })
  await audit(tx, systemActor, {
    action: 'version.publication-failed',
    subject: { kind: 'version', id },
    changes: { reason: [null, refusal] },
  })
  await announceRelease(platform, tx, systemActor, 'not-published', id)
}
