import type { Proof } from '#contract/mfa.ts'
import type { User } from '#contract/user.ts'
import type { Database } from '#server/database/database.ts'
import { requirePassword } from '#server/features/session/own-password.ts'
import {
  removeSecondFactor,
  renewBackupCodes,
  startSecondFactor,
  takeAppCode,
  takeCode,
  withGuess,
} from '#server/features/session/second-factor.ts'
import { otpauthUrl } from '#server/features/session/totp.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { about } from './actions.ts'
import { backupCodesRenewed, mfaDisabled, mfaEnabled } from './letters.ts'
import { lockOwn, setMfaEnabled } from './queries.ts'

const ALREADY_ON = 'Two-factor authentication is on already.'
const NOT_ON = 'Two-factor authentication is not on.'

/** A secret that changes nothing until a code has confirmed it; asking again replaces it. */
export async function setUp(platform: Platform, user: User, password: string) {
  await requirePassword(platform, user.id, password)
  const secret = await platform.db.transaction(async (tx) => {
    await requireMfa(tx, user, false)
    return startSecondFactor({ tx, seal: platform.seal }, user.id)
  })
  return { secret, otpauthUrl: otpauthUrl(secret, platform.config.productName, user.email) }
}

/** The password came before the secret, which nobody else has seen. */
export const enable = (platform: Platform, actor: Actor, user: User, code: string) =>
  withGuess(platform, user.id, async (tx) => {
    await requireMfa(tx, user, false)
    if (!(await takeAppCode({ tx, seal: platform.seal }, user.id, code))) return undefined
    await setMfaEnabled(tx, user.id, true)
    await platform.mailer.queue(tx, mfaEnabled({ config: platform.config, to: user.email, firstName: user.firstName }))
    await audit(tx, actor, { action: 'user.mfa-enabled', ...about(user) })
    return { backupCodes: await renewBackupCodes(tx, user.id) }
  })

export async function disable(platform: Platform, actor: Actor, user: User, { password, code }: Proof) {
  await requirePassword(platform, user.id, password)
  return withGuess(platform, user.id, async (tx) => {
    await requireMfa(tx, user, true)
    if (!(await takeCode({ tx, seal: platform.seal }, user.id, code))) return undefined
    await setMfaEnabled(tx, user.id, false)
    await removeSecondFactor(tx, user.id)
    await platform.mailer.queue(tx, mfaDisabled({ config: platform.config, to: user.email, firstName: user.firstName }))
    await audit(tx, actor, { action: 'user.mfa-disabled', ...about(user) })
    return { message: 'Two-factor authentication is off.' }
  })
}

export async function renew(platform: Platform, actor: Actor, user: User, { password, code }: Proof) {
  const { config, mailer } = platform
  await requirePassword(platform, user.id, password)
  return withGuess(platform, user.id, async (tx) => {
    await requireMfa(tx, user, true)
    if (!(await takeCode({ tx, seal: platform.seal }, user.id, code))) return undefined
    await mailer.queue(tx, backupCodesRenewed({ config, to: user.email, firstName: user.firstName }))
    await audit(tx, actor, { action: 'user.backup-codes-renewed', ...about(user) })
    return { backupCodes: await renewBackupCodes(tx, user.id) }
  })
}

async function requireMfa(tx: Database, { id }: User, isOn: boolean) {
  const { mfaEnabledAt } = await lockOwn(tx, id)
  if (Boolean(mfaEnabledAt) !== isOn) throw conflict(isOn ? NOT_ON : ALREADY_ON)
}
