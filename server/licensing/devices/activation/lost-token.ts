import { decide, type Question } from '#server/licensing/devices/decision/decision.ts'
import { isKnown, type LicenseFacts } from '#server/licensing/devices/decision/queries.ts'
import { isThisDevice } from '#server/licensing/devices/decision/rules.ts'
import type { DeviceContext } from '#server/licensing/devices/device-context.ts'
import { sign, type Answer } from '#server/licensing/devices/signed-answer.ts'
import {
  findLossByToken,
  type LostDevice,
  type NamedLoss,
} from '#server/licensing/licenses/binding/lost-device-queries.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { unauthorized } from '#server/platform/http/errors.ts'

export const DEAD_TOKEN = 'This device is not activated. Activate it with its license key.'

/** Answers an unknown token. A device that lost its license learns how; for unknown devices the answer is unsigned. */
export async function answerLostToken(context: DeviceContext, token: string, question: Question): Promise<Answer> {
  const found = await findLossByToken(context.db, sha256(token))
  if (!found || (await hasItAgain(context, found, question))) throw unauthorized(DEAD_TOKEN)
  return answerLoss(context, found, question)
}

/** The device transferred the license to new hardware and only uses its old token. */
async function hasItAgain({ factsByKey }: DeviceContext, { loss }: NamedLoss, { fingerprint }: Question) {
  if (fingerprint === null) return false
  const license = await factsByKey(loss.licenseKeyHash)
  return isKnown(license) && license.fingerprintKey !== null && isThisDevice(license, fingerprint)
}

export async function answerLoss(
  context: DeviceContext,
  found: NamedLoss,
  { fingerprint, nonce }: Question,
): Promise<Answer> {
  const { loss } = found
  const license = await factsFor(context, found)
  const decision = decide(license, { fingerprint, nonce, loss })
  return sign(context, { license, loss, decision, fingerprint })
}

/** The license as seen by the device that lost it, even if it was deleted. */
async function factsFor({ factsByKey }: DeviceContext, { loss, organizationName }: NamedLoss): Promise<LicenseFacts> {
  const { deviceFingerprint, fingerprintKey } = loss
  const found = await factsByKey(loss.licenseKeyHash)
  const license = isKnown(found) ? found : { ...DELETED, ...namesOf(loss), organizationName, now: found.now }
  return { ...license, deviceFingerprint, fingerprintKey, deviceName: null, deviceOs: null, lastCheckIn: null }
}

const namesOf = ({ licenseId, licenseLabel, licenseKeyHash, organizationId }: LostDevice) => ({
  id: licenseId,
  label: licenseLabel,
  keyHash: licenseKeyHash,
  organizationId,
})

const DELETED = {
  status: 'unassigned',
  billingStatus: 'unpaid',
  isSuspended: false,
  subscriptionStatus: null,
  subscriptionEndsAt: null,
  overdueSince: null,
  features: null,
} as const
