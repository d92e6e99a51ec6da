import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Platform } from '#server/platform/platform.ts'
import { releaseChanged, type ReleaseEvent } from './emails.ts'
import { listActiveAdmins, readVersion } from './queries.ts'

export type Mailing = Pick<Platform, 'config' | 'mailer'>

/** Emails every admin, also the one who did it: a stolen session must not ship a file unnoticed. */
export async function announceRelease(
  { config, mailer }: Mailing,
  tx: Database,
  actor: Actor,
  event: ReleaseEvent,
  id: string,
) {
  const version = await readVersion(tx, id)
  const by = actor.kind === 'user' ? actor.name : null
  for (const { email: to, firstName } of await listActiveAdmins(tx))
    await mailer.queue(tx, releaseChanged({ ...version, config, to, firstName, event, by }))
}
