import { createHmac } from 'node:crypto'
import type { Decision } from '#contract/licensing/devices.ts'
import { normalizeFingerprint } from '#contract/licensing/fingerprints.ts'
import {
  alreadyLicensed,
  decide,
  mayNotMove,
  unknownKey,
  verdict,
} from '#server/licensing/devices/decision/decision.ts'
import { isKnown, type LicenseFacts } from '#server/licensing/devices/decision/queries.ts'
import { isThisDevice } from '#server/licensing/devices/decision/rules.ts'
import type { Body, DeviceContext } from '#server/licensing/devices/device-context.ts'
import { sign, type Answer } from '#server/licensing/devices/signed-answer.ts'
import { bindDevice, type ClaimResult } from '#server/licensing/licenses/binding/binding.ts'
import { findLoss, mayReturn, type LostDevice } from '#server/licensing/licenses/binding/lost-device-queries.ts'
import { hashLicenseKey } from '#server/licensing/licenses/license-key.ts'
import type { Actor } from '#server/platform/actor.ts'
import { sha256 } from '#server/platform/hashing.ts'
import type { Secret } from '#server/platform/secrets/secrets.ts'

export type Activation = Answer & { tokens?: { deviceToken: string; updateToken: string } }

type Asking = Body<'activate'> & { enrolledWith?: string | undefined }

/** Binds the license to the device. Tokens are issued only for a valid decision. */
export const activate = async (context: DeviceContext, actor: Actor, body: Asking): Promise<Activation> =>
  answerBound(context, body, await bind(context, actor, body))

/** Refuses an application that trusts none of the current signing keys: it could not read the answer. */
export async function refuseUnreadable(
  { files }: DeviceContext,
  { kids, nonce }: Pick<Asking, 'kids' | 'nonce'>,
  now: Date,
) {
  if (!kids || kids.includes(await files.kid())) return undefined
  return verdict('UNKNOWN_KEY', TOO_OLD, now, nonce)
}

const TOO_OLD = 'This version is too old for the license server. Update the application.'

type Device = Pick<Asking, 'deviceFingerprint' | 'nonce' | 'reason'>

export const activated = async (
  context: DeviceContext,
  keyHash: Buffer,
  device: Device,
  claimed: ClaimResult,
): Promise<Activation> => answerBound(context, device, await readBound(context, keyHash, device, claimed))

async function answerBound(
  context: DeviceContext,
  { deviceFingerprint: fingerprint }: Device,
  { license, loss, decision, deviceToken }: BoundDevice,
): Promise<Activation> {
  if (!license) return { decision }
  const answer = await sign(context, { license, loss, decision, fingerprint })
  if (!deviceToken) return answer
  return {
    ...answer,
    tokens: {
      deviceToken,
      updateToken: context.updateTokens.tokenFor({ id: license.id, deviceTokenHash: sha256(deviceToken) }),
    },
  }
}

/** `license` is missing if the key is unknown. `loss`: how the device lost it. */
type BoundDevice = { decision: Decision; license?: LicenseFacts; loss?: LostDevice | undefined; deviceToken?: string }

export async function bind(context: DeviceContext, actor: Actor, body: Asking): Promise<BoundDevice> {
  const hash = hashLicenseKey(body.licenseKey)
  const found = await context.factsByKey(hash)
  if (!isKnown(found)) return { decision: unknownKey(found.now, body.nonce) }
  const unreadable = await refuseUnreadable(context, body, found.now)
  if (unreadable) return { decision: unreadable }
  const { deviceFingerprint: fingerprint, deviceName, nonce } = body
  const loss = await blockingLoss(context, found, body)
  const asked = decide(found, { fingerprint, deviceName, nonce, loss })
  if (!asked.valid && asked.code !== 'NOT_ACTIVATED') return { decision: asked, license: found, loss }

  const claimed = await bindDevice(context.db, actor, claimOf(context, found, body))
  if (claimed && 'lost' in claimed) return refuseLost(found, body, claimed.lost)
  const refused = refuseClaim(asked, claimed)
  if (refused) return { decision: refused, license: found }
  return readBound(context, hash, body, claimed)
}

/** Returns how the device lost the license, if that blocks this request. The device that has the license has not lost it. */
async function blockingLoss({ db }: DeviceContext, license: LicenseFacts, { deviceFingerprint, reason }: Device) {
  if (isThisDevice(license, deviceFingerprint)) return undefined
  const loss = await findLoss(db, license, normalizeFingerprint(deviceFingerprint))
  return loss && !mayReturn(loss, { isTyped: reason === 'typed' }) ? loss : undefined
}

const refuseLost = (license: LicenseFacts, { deviceFingerprint: fingerprint, nonce }: Device, loss: LostDevice) => ({
  decision: decide(license, { fingerprint, nonce, loss }),
  license,
  loss,
})

/** The license may have been moved or revoked since it was bound. */
async function readBound(
  context: DeviceContext,
  keyHash: Buffer,
  device: Device,
  claimed: ClaimResult,
): Promise<BoundDevice> {
  const { deviceFingerprint: fingerprint, nonce } = device
  const after = await context.factsByKey(keyHash)
  if (!isKnown(after)) return { decision: unknownKey(after.now, nonce) }
  const loss = await blockingLoss(context, after, device)
  const decision = decide(after, { fingerprint, nonce, loss })
  const token = decision.valid && claimed && 'deviceToken' in claimed && claimed
  return { decision, license: after, loss, ...token }
}

export function refuseClaim(asked: Decision, claimed: ClaimResult) {
  if (claimed && 'alreadyHolds' in claimed) return alreadyLicensed(asked, claimed.alreadyHolds)
  return claimed && 'mayNotMove' in claimed ? mayNotMove(asked, claimed.mayNotMove) : undefined
}

type LicenseMoment = Pick<LicenseFacts, 'id' | 'organizationId' | 'now'>

export function claimOf(
  { tokenSecret }: DeviceContext,
  { id, organizationId, now }: LicenseMoment,
  body: Omit<Asking, 'licenseKey'>,
) {
  const { deviceFingerprint, deviceName, deviceOs, enrolledWith, reason } = body
  const fingerprintKey = normalizeFingerprint(deviceFingerprint)
  return {
    id,
    organizationId,
    deviceFingerprint,
    deviceName,
    deviceOs,
    enrolledWith,
    reason,
    now: now.toISOString(),
    tokenFor: (activatedAt: string) => deriveToken(tokenSecret, { id, fingerprintKey, activatedAt }),
  }
}

type Binding = { id: string; fingerprintKey: string; activatedAt: string }

/**
 * Derives the device token from the binding and a server secret instead of generating it. A device that missed its answer asks again, and
 * its earlier token or those of parallel requests must stay valid, also after the secret is rotated: the secret's version at activation is
 * used. A new activation has a new token.
 */
export const deriveToken = (secret: Pick<Secret, 'at'>, { id, fingerprintKey, activatedAt }: Binding) =>
  createHmac('sha256', secret.at(activatedAt))
    .update(JSON.stringify([id, fingerprintKey, activatedAt]))
    .digest('base64url')
