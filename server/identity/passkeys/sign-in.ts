import {
  OTHER_ACCOUNT,
  PASSKEY_REFUSED,
  PASSKEY_UNKNOWN,
  UNKNOWN_PASSKEY,
  type Assertion,
} from '#contract/identity/passkeys.ts'
import { SIGN_IN_AGAIN } from '#contract/identity/session.ts'
import { refuse, refuseInactive, refuseWithoutSso, startSession } from '#server/identity/session/actions.ts'
import { findAccountById } from '#server/identity/session/queries.ts'
import { lockVerified } from '#server/identity/session/verified.ts'
import type { Visit } from '#server/identity/session/visits.ts'
import { HttpError, unauthorized } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { answersChallenge, openChallenge } from './challenges.ts'
import { findByCredential, recordUse } from './queries.ts'
import { requestOptions, verifyAssertion } from './webauthn.ts'

const PROMPT = { purpose: 'sign-in', sessionId: null } as const

/** The same for every visitor, so that it reveals no account. */
export async function startSignIn({ db, config, limits }: Platform, { actor }: Visit) {
  await limits.spend('sign-in by address', actor.ip ?? '')
  return requestOptions(config, await openChallenge(db, PROMPT), [])
}

type Answer = { credential: Assertion; email?: string | undefined }

/** Signs in without password and code: a passkey is kept on a device, which verifies its user. */
export async function signInByPasskey(platform: Platform, visit: Visit, { credential, email }: Answer) {
  const { db, config, limits } = platform
  await limits.spend('sign-in by address', visit.actor.ip ?? '')
  const isAnswer = await answersChallenge(db, credential.response.clientDataJSON, PROMPT)
  // Takes only the id of a passkey, so its owner's audit log shows nothing.
  if (!isAnswer) return refuse(platform, visit, undefined, 'wrong passkey', unauthorized(PASSKEY_REFUSED))
  const passkey = await findByCredential(db, credential.id)
  const account = passkey && (await findAccountById(db, passkey.userId))
  if (!account) return refuse(platform, visit, undefined, 'unknown passkey', unknownPasskey())
  const used = await verifyAssertion(config, credential, passkey)
  if (!used || !credential.response.userHandle)
    return refuse(platform, visit, account, 'wrong passkey', unauthorized(PASSKEY_REFUSED))
  if (email && email.toLowerCase() !== account.email.toLowerCase())
    return refuse(platform, visit, account, 'another account', unauthorized(OTHER_ACCOUNT))
  await refuseInactive(platform, visit, account)
  await refuseWithoutSso(platform, visit, account)
  const session = await db.transaction(async (tx) => {
    const mayOpen = (await lockVerified(tx, account)) && (await recordUse(tx, passkey, used))
    return mayOpen ? startSession(tx, platform, visit, account, 'passkey') : undefined
  })
  return session ?? refuse(platform, visit, account, 'account changed during sign-in', unauthorized(SIGN_IN_AGAIN))
}

const unknownPasskey = () => new HttpError(401, UNKNOWN_PASSKEY, { code: PASSKEY_UNKNOWN })
