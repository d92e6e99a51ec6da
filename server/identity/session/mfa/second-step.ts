import { INVALID_CODE } from '#contract/identity/mfa.ts'
import { SIGN_IN_AGAIN } from '#contract/identity/session.ts'
import { refuse, refuseInactive, refuseWithoutSso, startSession } from '#server/identity/session/actions.ts'
import { countCode } from '#server/identity/session/guessing/attempts.ts'
import { findAccountById, lockAccount } from '#server/identity/session/queries.ts'
import type { Visit } from '#server/identity/session/visits.ts'
import { newToken, sha256 } from '#server/platform/hashing.ts'
import { HttpError, tooManyRequests, unauthorized } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countGuess, deleteChallenge } from './queries.ts'
import { takeCode } from './second-factor.ts'

/** Codes that may be tried before the password is required again. */
const GUESSES = 5

type Answer = { challenge: string | undefined; code: string }

/** Second step of signing in. The challenge proves the password and gives no other access. Guesses are counted before they are checked. */
export async function finishSignIn(platform: Platform, visit: Visit, { challenge = newToken(), code }: Answer) {
  const { db, limits, seal } = platform
  await limits.spend('sign-in by address', visit.actor.ip ?? '')
  const tokenHash = sha256(challenge)
  const counted = await countGuess(db, tokenHash, GUESSES)
  const account = counted && (await findAccountById(db, counted.userId))
  if (!account?.isMfaEnabled) throw unauthorized(SIGN_IN_AGAIN)
  await refuseInactive(platform, visit, account)
  await refuseWithoutSso(platform, visit, account)
  const { refusal, giveBack } = await countCode(platform, visit, account, code)
  if (refusal) throw tooManyRequests(refusal.retryAfterSeconds)
  const session = await db.transaction(async (tx) => {
    const locked = await lockAccount(tx, account.id)
    if (!(await takeCode({ tx, seal }, account.id, code))) return undefined
    // Used by another code, or ended with its password: this code stays unused.
    if (!locked || !(await deleteChallenge(tx, tokenHash))) throw unauthorized(SIGN_IN_AGAIN)
    return startSession(tx, platform, visit, locked)
  })
  if (!session)
    return refuse(
      platform,
      visit,
      account,
      'wrong code',
      new HttpError(401, INVALID_CODE, { errors: { code: INVALID_CODE } }),
    )
  await giveBack()
  return session
}
