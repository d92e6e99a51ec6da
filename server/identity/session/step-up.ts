import type { Confirmation } from '#contract/identity/step-up.ts'
import type { Database } from '#server/database/database.ts'
import { aboutUser } from '#server/domain/users.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { takeCode, withGuess } from './mfa/second-factor.ts'
import { confirmSession } from './queries.ts'
import { requirePassword, lockSignedIn, requireVerified } from './verified.ts'

/** Confirms that the session's user is still there. With two-factor authentication the password alone is not enough. */
export async function confirm(platform: Platform, actor: Actor, user: SessionUser, proof: Confirmation) {
  if (user.isMfaEnabled) return confirmByCode(platform, actor, user, 'code' in proof ? proof.code : '')
  const verified = await requirePassword(platform, actor, user, 'password' in proof ? proof.password : '')
  return platform.db.transaction(async (tx) => {
    // Two-factor authentication that was turned on since would have required a code.
    await requireVerified(tx, { ...verified, isMfaEnabled: false }, user)
    return markConfirmed(tx, actor, user)
  })
}

const confirmByCode = (platform: Platform, actor: Actor, user: SessionUser, code: string) =>
  withGuess(platform, actor, user, async (tx) => {
    await lockSignedIn(tx, user)
    if (!(await takeCode({ tx, seal: platform.seal }, user.id, code))) return undefined
    return markConfirmed(tx, actor, user)
  })

export async function markConfirmed(tx: Database, actor: Actor, user: SessionUser, method?: 'passkey') {
  await confirmSession(tx, user.sessionId)
  await audit(tx, actor, {
    action: 'session.confirmed',
    ...aboutUser(user),
    ...(method && { changes: { method: [null, method] } }),
  })
  return { message: 'Confirmed' }
}
