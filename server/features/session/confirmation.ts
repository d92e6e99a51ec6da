import type { Confirmation } from '#contract/step-up.ts'
import type { Database } from '#server/database/database.ts'
import type { SessionUser } from '#server/platform/access.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import type { Platform } from '#server/platform/platform.ts'
import { requirePassword } from './own-password.ts'
import { confirmSession } from './queries.ts'
import { takeCode, withGuess } from './second-factor.ts'

/** Whoever sits at this session is still who opened it. Where signing in takes a code, the password alone does not do. */
export async function confirm(platform: Platform, actor: Actor, user: SessionUser, proof: Confirmation) {
  if (user.isMfaEnabled) return confirmByCode(platform, actor, user, 'code' in proof ? proof.code : '')
  await requirePassword(platform, user.id, 'password' in proof ? proof.password : '')
  return platform.db.transaction((tx) => remember(tx, actor, user))
}

const confirmByCode = (platform: Platform, actor: Actor, user: SessionUser, code: string) =>
  withGuess(platform, user.id, async (tx) => {
    if (!(await takeCode({ tx, seal: platform.seal }, user.id, code))) return undefined
    return remember(tx, actor, user)
  })

async function remember(tx: Database, actor: Actor, { id, organizationId, sessionId }: SessionUser) {
  await confirmSession(tx, sessionId)
  await audit(tx, actor, { action: 'session.confirmed', organizationId, subject: { kind: 'user', id } })
  return { message: 'Confirmed' }
}
