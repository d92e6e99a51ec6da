import {
  MOST_PASSKEYS,
  PASSKEY_REFUSED,
  TOO_MANY_PASSKEYS,
  type NewCredential,
  type Passkey,
  type PasskeyName,
} from '#contract/identity/passkeys.ts'
import { fullName } from '#contract/identity/session.ts'
import { aboutUser } from '#server/domain/users.ts'
import { takeCodeIfOn, withGuess } from '#server/identity/session/mfa/second-factor.ts'
import { deviceName } from '#server/identity/session/sessions.ts'
import { lockSignedIn, requirePassword, requireVerified } from '#server/identity/session/verified.ts'
import type { Visit } from '#server/identity/session/visits.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { badRequest, conflict, notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { answersChallenge, openChallenge } from './challenges.ts'
import { passkeyAdded, passkeyRemoved } from './emails.ts'
import { providerName } from './providers.ts'
import { countPasskeys, deletePasskey, findCredentials, findOwnPasskey, insertPasskey, setName } from './queries.ts'
import { creationOptions, verifyCreation } from './webauthn.ts'

const promptOf = ({ sessionId }: SessionUser) => ({ purpose: 'add', sessionId }) as const

type Proof = { password: string; code?: string }

/** A passkey signs in alone, so adding one requires all that signing in does. */
export async function startAdding(platform: Platform, actor: Actor, user: SessionUser, { password, code }: Proof) {
  const { db, seal, config } = platform
  const present = await findCredentials(db, user.id)
  if (present.length >= MOST_PASSKEYS) throw conflict(TOO_MANY_PASSKEYS)
  const verified = await requirePassword(platform, actor, user, password)
  const challenge = await withGuess(platform, actor, user, async (tx) => {
    await requireVerified(tx, verified, user)
    return (await takeCodeIfOn({ tx, seal }, verified, code)) ? openChallenge(tx, promptOf(user)) : undefined
  })
  return creationOptions(config, challenge, { ...user, name: fullName(user) }, present)
}

export async function addPasskey(
  platform: Platform,
  { actor, userAgent }: Pick<Visit, 'actor' | 'userAgent'>,
  user: SessionUser,
  credential: NewCredential,
): Promise<Passkey> {
  const { db, config, mailer } = platform
  const isAnswer = await answersChallenge(db, credential.response.clientDataJSON, promptOf(user))
  const created = isAnswer && (await verifyCreation(config, credential))
  if (!created) throw badRequest(PASSKEY_REFUSED)
  const { aaguid, ...stored } = created
  const name = providerName(aaguid) ?? (await deviceName(userAgent))
  return db.transaction(async (tx) => {
    await lockSignedIn(tx, user)
    if ((await countPasskeys(tx, user.id)) >= MOST_PASSKEYS) throw conflict(TOO_MANY_PASSKEYS)
    const passkey = await insertPasskey(tx, { ...stored, userId: user.id, name })
    if (!passkey) throw badRequest(PASSKEY_REFUSED)
    await mailer.queue(tx, passkeyAdded({ config, to: user.email, firstName: user.firstName, name }))
    await audit(tx, actor, { action: 'user.passkey-added', ...aboutUser(user), changes: { name: [null, name] } })
    return passkey
  })
}

export const renamePasskey = ({ db }: Platform, actor: Actor, user: SessionUser, id: string, { name }: PasskeyName) =>
  db.transaction(async (tx) => {
    await lockSignedIn(tx, user)
    const passkey = await findOwnPasskey(tx, user.id, id)
    if (!passkey) throw notFound('Passkey')
    if (passkey.name === name) return passkey
    await setName(tx, user.id, id, name)
    await audit(tx, actor, {
      action: 'user.passkey-renamed',
      ...aboutUser(user),
      changes: { name: [passkey.name, name] },
    })
    return { ...passkey, name }
  })

export const removePasskey = ({ db, config, mailer }: Platform, actor: Actor, user: SessionUser, id: string) =>
  db.transaction(async (tx) => {
    await lockSignedIn(tx, user)
    const removed = await deletePasskey(tx, user.id, id)
    if (!removed) throw notFound('Passkey')
    const { name } = removed
    await mailer.queue(tx, passkeyRemoved({ config, to: user.email, firstName: user.firstName, name }))
    await audit(tx, actor, { action: 'user.passkey-removed', ...aboutUser(user), changes: { name: [name, null] } })
  })
