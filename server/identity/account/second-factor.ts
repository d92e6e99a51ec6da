import { SETUP_REPLACED, type FirstCode, type Proof } from '#contract/identity/mfa.ts'
import { aboutUser } from '#server/domain/users.ts'
import {
  isNewestSetup,
  removeSecondFactor,
  renewBackupCodes,
  setupIdOf,
  startSecondFactor,
  takeAppCode,
  takeCode,
  withGuess,
} from '#server/identity/session/mfa/second-factor.ts'
import { otpauthUrl } from '#server/identity/session/mfa/totp.ts'
import { requirePassword, lockSignedIn, requireVerified } from '#server/identity/session/verified.ts'
import type { Visit } from '#server/identity/session/visits.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { conflict, conflictAt } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { backupCodesRenewed, mfaDisabled, mfaEnabled } from './emails.ts'
import { endOthers } from './own-sessions.ts'
import { setMfaEnabled } from './queries.ts'

const ALREADY_ON = 'Two-factor authentication is already on.'
const NOT_ON = 'Two-factor authentication is not on.'

/** Creates a secret, which takes effect when a code confirms it. A new request replaces it. */
export async function setUp(platform: Platform, actor: Actor, user: SessionUser, password: string) {
  const verified = await requirePassword(platform, actor, user, password)
  const secret = await platform.db.transaction(async (tx) => {
    await requireVerified(tx, verified, user)
    requireMfa(verified, false)
    return startSecondFactor({ tx, seal: platform.seal }, user.id)
  })
  return { setupId: setupIdOf(secret), secret, otpauthUrl: otpauthUrl(secret, platform.config.productName, user.email) }
}

/**
 * The password was checked when the secret was created, and only the user has seen it. Ends the other sessions: a thief of the password may
 * have opened one.
 */
export async function enable(
  platform: Platform,
  { actor, browser }: Pick<Visit, 'actor' | 'browser'>,
  user: SessionUser,
  { setupId, code }: FirstCode,
) {
  requireMfa(user, false)
  if (setupId) await requireNewestSetup(platform, user, setupId)
  return withGuess(platform, actor, user, async (tx) => {
    requireMfa(await lockSignedIn(tx, user), false)
    if (!(await takeAppCode({ tx, seal: platform.seal }, user.id, code))) return undefined
    await setMfaEnabled(tx, user.id, true)
    const known = await endOthers(tx, { actor, browser }, user)
    await platform.mailer.queue(tx, mfaEnabled({ config: platform.config, to: user.email, firstName: user.firstName }))
    await audit(tx, actor, { action: 'user.mfa-enabled', ...aboutUser(user) })
    return { backupCodes: await renewBackupCodes(tx, user.id), browser: known }
  })
}

/** Costs no guess: the code may be right. */
async function requireNewestSetup({ db, seal }: Platform, user: SessionUser, setupId: string) {
  if (await isNewestSetup({ tx: db, seal }, user.id, setupId)) return
  throw conflictAt('code', SETUP_REPLACED)
}

export async function disable(platform: Platform, actor: Actor, user: SessionUser, { password, code }: Proof) {
  const verified = await requirePassword(platform, actor, user, password)
  return withGuess(platform, actor, user, async (tx) => {
    await requireVerified(tx, verified, user)
    requireMfa(verified, true)
    if (!(await takeCode({ tx, seal: platform.seal }, user.id, code))) return undefined
    await setMfaEnabled(tx, user.id, false)
    await removeSecondFactor(tx, user.id)
    await platform.mailer.queue(tx, mfaDisabled({ config: platform.config, to: user.email, firstName: user.firstName }))
    await audit(tx, actor, { action: 'user.mfa-disabled', ...aboutUser(user) })
    return { message: 'Two-factor authentication is off.' }
  })
}

export async function renew(platform: Platform, actor: Actor, user: SessionUser, { password, code }: Proof) {
  const { config, mailer } = platform
  const verified = await requirePassword(platform, actor, user, password)
  return withGuess(platform, actor, user, async (tx) => {
    await requireVerified(tx, verified, user)
    requireMfa(verified, true)
    if (!(await takeCode({ tx, seal: platform.seal }, user.id, code))) return undefined
    await mailer.queue(tx, backupCodesRenewed({ config, to: user.email, firstName: user.firstName }))
    await audit(tx, actor, { action: 'user.backup-codes-renewed', ...aboutUser(user) })
    return { backupCodes: await renewBackupCodes(tx, user.id) }
  })
}

function requireMfa({ isMfaEnabled }: { isMfaEnabled: boolean }, isOn: boolean) {
  if (isMfaEnabled !== isOn) throw conflict(isOn ? NOT_ON : ALREADY_ON)
}
