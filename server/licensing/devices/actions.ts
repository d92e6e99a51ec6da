import type { Decision } from '#contract/licensing/devices.ts'
import type { AvailableUpdate } from '#contract/releases/available-update.ts'
import { hasNames, releaseDevice, renameDevice } from '#server/licensing/licenses/binding/binding.ts'
import { hashLicenseKey } from '#server/licensing/licenses/license-key.ts'
import type { Actor } from '#server/platform/actor.ts'
import { sha256 } from '#server/platform/hashing.ts'
import type { AvailableUpdates } from '#server/releases/public.ts'
import { answerLostToken } from './activation/lost-token.ts'
import { resume } from './activation/resumption.ts'
import type { CheckInLog } from './check-ins.ts'
import { decide, unknownKey, type Question } from './decision/decision.ts'
import { isKnown, type LicenseFacts } from './decision/queries.ts'
import { isThisDevice } from './decision/rules.ts'
import type { Body, DeviceContext } from './device-context.ts'
import { sign, type Answer } from './signed-answer.ts'

export async function validate(
  { factsByKey }: Pick<DeviceContext, 'factsByKey'>,
  { licenseKey, deviceFingerprint, nonce }: Body<'validate'>,
) {
  const found = await factsByKey(hashLicenseKey(licenseKey))
  return isKnown(found) ? decide(found, { fingerprint: deviceFingerprint, nonce }) : unknownKey(found.now, nonce)
}

type CheckedIn = Answer & { updates?: { updateToken: string; update: AvailableUpdate } }

/** Records the check-in, whatever the decision, and the device's current name. Other hardware counts as another device. */
export async function checkIn(
  context: DeviceContext & { checkIns: CheckInLog; availableUpdate: AvailableUpdates },
  actor: Actor,
  token: string,
  body: Body<'checkIn'>,
): Promise<CheckedIn> {
  const { appVersion, channel, nonce, deviceFingerprint, ...names } = body
  const fingerprint = deviceFingerprint ?? null
  const deviceTokenHash = sha256(token)
  const found = await context.factsByToken(deviceTokenHash)
  if (!isKnown(found)) return answerLostToken(context, token, { fingerprint, nonce })
  const caller = { licenseId: found.id, at: found.now, deviceName: names.deviceName, appVersion: appVersion || null }
  if (!isThisDevice(found, fingerprint)) {
    context.checkIns.add({ ...caller, foreignFingerprint: fingerprint })
    return answerOther(context, found, { fingerprint, nonce })
  }
  if (found.status === 'assigned') {
    const refused = await resume(context, actor, { license: found, token, nonce }, names)
    return refused ?? checkIn(context, actor, token, body)
  }
  const license = await withNames(context, actor, found, names)
  context.checkIns.add({ ...caller, foreignFingerprint: null })
  const decision = decide(license, { fingerprint: null, nonce })
  const answer = await sign(context, { license, decision, fingerprint: null })
  if (!decision.valid) return answer
  const updateToken = context.updateTokens.tokenFor({ id: found.id, deviceTokenHash })
  const update = await context.availableUpdate({ licenseId: found.id, channel, running: appVersion })
  return { ...answer, updates: { updateToken, update } }
}

type Names = Pick<Body<'checkIn'>, 'deviceName' | 'deviceOs'>

/** The license with the device's current name, and as checked in now. */
async function withNames({ db }: DeviceContext, actor: Actor, found: LicenseFacts, names: Names) {
  const isRenamed = found.status === 'active' && !hasNames(found, names)
  if (isRenamed) await renameDevice(db, actor, found, names)
  return { ...found, ...(isRenamed && names), lastCheckIn: found.now }
}

function answerOther(context: DeviceContext, license: LicenseFacts, question: Question) {
  const decision = decide(license, { ...question, isByToken: true })
  return sign(context, { license, decision, fingerprint: question.fingerprint })
}

const KEEPS_LICENSE: Decision['code'][] = [
  'FINGERPRINT_PLACEHOLDER',
  'ORGANIZATION_SUSPENDED',
  'REVOKED',
  'INACTIVE',
  'DEVICE_MISMATCH',
  'SET_ASIDE',
]

/** Releases the license. Returns a refusal, or nothing, even if there is nothing to release. */
export async function deactivate(
  context: DeviceContext,
  actor: Actor,
  body: Body<'deactivate'>,
): Promise<Answer | undefined> {
  const byToken = 'deviceToken' in body
  const found = await (byToken
    ? context.factsByToken(sha256(body.deviceToken))
    : context.factsByKey(hashLicenseKey(body.licenseKey)))
  if (!isKnown(found)) return byToken ? undefined : { decision: unknownKey(found.now) }
  const fingerprint = byToken ? null : body.deviceFingerprint
  const decision = decide(found, { fingerprint })
  if (found.status === 'inactive' || KEEPS_LICENSE.includes(decision.code))
    return sign(context, { license: found, decision, fingerprint })
  await releaseDevice(context.db, actor, found)
  return undefined
}
