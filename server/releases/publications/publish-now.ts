import type { Version } from '#contract/releases/files.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { announceRelease, type Mailing } from '#server/releases/files/announce.ts'
import { markLatest } from '#server/releases/files/latest.ts'
import { setPublished } from '#server/releases/files/queries.ts'

/** Publishes a locked version that may be published. */
export async function publishNow(mailing: Mailing, tx: Database, actor: Actor, version: Version, isLatest: boolean) {
  const { id, channel, rolloutPercent, minimumVersion, sha256 } = version
  await setPublished(tx, id)
  await audit(tx, actor, {
    action: 'version.published',
    subject: { kind: 'version', id },
    changes: {
      version: [null, version.version],
      channel: [null, channel],
      rolloutPercent: [null, rolloutPercent],
      ...(minimumVersion && { minimumVersion: [null, minimumVersion] }),
      sha256: [null, sha256],
    },
  })
  const becomesLatest = isLatest && (await markLatest(tx, actor, id))
  await announceRelease(mailing, tx, actor, becomesLatest ? 'published-latest' : 'published', id)
}
