import { PASSKEY_REFUSED, type Assertion } from '#contract/identity/passkeys.ts'
import { markConfirmed } from '#server/identity/session/step-up.ts'
import { lockSignedIn, refuseProof } from '#server/identity/session/verified.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { badRequest } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { answersChallenge, openChallenge } from './challenges.ts'
import { findByCredential, findCredentials, recordUse } from './queries.ts'
import { requestOptions, verifyAssertion } from './webauthn.ts'

const promptOf = ({ sessionId }: SessionUser) => ({ purpose: 'confirm', sessionId }) as const

export async function startConfirmation({ db, config }: Platform, user: SessionUser) {
  const [challenge, own] = await Promise.all([openChallenge(db, promptOf(user)), findCredentials(db, user.id)])
  return requestOptions(config, challenge, own)
}

/** A step-up, also with two-factor authentication: the device has verified its user. */
export async function confirmByPasskey(platform: Platform, actor: Actor, user: SessionUser, credential: Assertion) {
  const { db, config, limits } = platform
  await limits.spend('second factor by session', user.sessionId)
  const isAnswer = await answersChallenge(db, credential.response.clientDataJSON, promptOf(user))
  const passkey = await findByCredential(db, credential.id)
  const isOwn = passkey?.userId === user.id
  const used = isAnswer && isOwn && (await verifyAssertion(config, credential, passkey))
  const confirmed =
    used &&
    (await db.transaction(async (tx) => {
      await lockSignedIn(tx, user)
      return (await recordUse(tx, passkey, used)) && markConfirmed(tx, actor, user, 'passkey')
    }))
  if (!confirmed) {
    await refuseProof(db, actor, user, 'wrong passkey')
    throw badRequest(PASSKEY_REFUSED)
  }
  await limits.giveBack('second factor by session', user.sessionId)
  return confirmed
}
