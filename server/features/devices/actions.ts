import type * as z from 'zod/mini'
import { normalizeFingerprint, type Decision, type devices } from '#contract/devices.ts'
import type { AvailableUpdate } from '#contract/updates.ts'
import { bindDevice, hasNames, releaseDevice, renameDevice, type Claimed } from '#server/features/licenses/binding.ts'
import { hashLicenseKey } from '#server/features/licenses/license-key.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { AvailableUpdates } from '#server/features/updates/available-update.ts'
import { unauthorized } from '#server/platform/errors.ts'
import { sha256 } from '#server/platform/tokens.ts'
import type { CheckInLog } from './check-ins.ts'
import { alreadyLicensed, decide, mayNotMove, unknownKey, type LicenseFacts } from './decision.ts'
import type { Desk } from './desk.ts'
import { deriveToken } from './device-token.ts'
import type { Found } from './facts.ts'
import { sign, type Answer } from './signed-answer.ts'

type Body<Name extends keyof typeof devices> = z.output<(typeof devices)[Name]['schema']['body']>

export const isKnown = (found: Found): found is LicenseFacts => found.id !== null

export async function validate({ factsByKey }: Desk, { licenseKey, deviceFingerprint, nonce }: Body<'validate'>) {
  const found = await factsByKey(hashLicenseKey(licenseKey))
  return isKnown(found) ? decide(found, { fingerprint: deviceFingerprint, nonce }) : unknownKey(found.now, nonce)
}

export type Activated = Answer & { tokens?: { deviceToken: string; updateToken: string } }

/** `enrolledWith`: the name of the enrollment key that the device came with. */
type Asking = Body<'activate'> & { enrolledWith?: string | undefined }

/** Binds the license to the device. Only a valid decision brings tokens. */
export const activate = async (desk: Desk, actor: Actor, body: Asking): Promise<Activated> =>
  answerBound(desk, body, await bind(desk, actor, body))

type Device = Pick<Asking, 'deviceFingerprint' | 'nonce'>

/** Answers a device to which a license has just been bound, but not by that license's key. */
export const activated = async (desk: Desk, keyHash: Buffer, device: Device, claimed: Claimed): Promise<Activated> =>
  answerBound(desk, device, await readBound(desk, keyHash, device, claimed))

async function answerBound(
  desk: Desk,
  { deviceFingerprint: fingerprint }: Device,
  { license, decision, deviceToken }: Bound,
): Promise<Activated> {
  if (!license) return { decision }
  const answer = await sign(desk, { license, decision, fingerprint })
  if (!deviceToken) return answer
  return {
    ...answer,
    tokens: { deviceToken, updateToken: desk.updateTokens.tokenFor({ id: license.id, deviceToken }) },
  }
}

/** `license`: what the decision was about; missing when there is none with this key. */
type Bound = { decision: Decision; license?: LicenseFacts; deviceToken?: string }

/** Binds, and leaves it to the caller what to sign of it. */
export async function bind(desk: Desk, actor: Actor, body: Asking): Promise<Bound> {
  const hash = hashLicenseKey(body.licenseKey)
  const found = await desk.factsByKey(hash)
  if (!isKnown(found)) return { decision: unknownKey(found.now, body.nonce) }
  const question = { fingerprint: body.deviceFingerprint, nonce: body.nonce }
  const asked = decide(found, question)
  if (!asked.valid && asked.code !== 'NOT_ACTIVATED') return { decision: asked, license: found }

  const claimed = await bindDevice(desk.db, actor, claimOf(desk, found, body))
  const refused = refusalOf(asked, claimed)
  if (refused) return { decision: refused, license: found }
  return readBound(desk, hash, body, claimed)
}

/** Decides by what is stored now: somebody may have taken the license away again. */
async function readBound(desk: Desk, keyHash: Buffer, { deviceFingerprint, nonce }: Device, claimed: Claimed) {
  const after = await desk.factsByKey(keyHash)
  if (!isKnown(after)) return { decision: unknownKey(after.now, nonce) }
  const decision = decide(after, { fingerprint: deviceFingerprint, nonce })
  const token = decision.valid && claimed && 'deviceToken' in claimed && claimed
  return { decision, license: after, ...token }
}

function refusalOf(asked: Decision, claimed: Claimed) {
  if (claimed && 'alreadyHolds' in claimed) return alreadyLicensed(asked, claimed.alreadyHolds)
  return claimed && 'mayNotMove' in claimed ? mayNotMove(asked, claimed.mayNotMove) : undefined
}

type Wanted = Pick<LicenseFacts, 'id' | 'organizationId' | 'now'>

/** What a device asks for when it is to run on this license. */
export function claimOf({ secret }: Desk, { id, organizationId, now }: Wanted, body: Omit<Asking, 'licenseKey'>) {
  const { deviceFingerprint, deviceName, deviceOs, enrolledWith } = body
  const fingerprintKey = normalizeFingerprint(deviceFingerprint)
  return {
    id,
    organizationId,
    deviceFingerprint,
    deviceName,
    deviceOs,
    enrolledWith,
    now: now.toISOString(),
    tokenFor: (activatedAt: string) => deriveToken(secret, { id, fingerprintKey, activatedAt }),
  }
}

type CheckedIn = Answer & { updates?: { updateToken: string; update: AvailableUpdate } }

/** Records that the device is there, whatever the decision, and how it is called now. */
export async function checkIn(
  desk: Desk & { checkIns: CheckInLog; availableUpdate: AvailableUpdates },
  actor: Actor,
  token: string,
  { appVersion, channel, nonce, ...names }: Body<'checkIn'>,
): Promise<CheckedIn> {
  const found = await desk.factsByToken(sha256(token))
  if (!isKnown(found)) throw unauthorized(DEAD_TOKEN)
  const isRenamed = found.status === 'active' && !hasNames(found, names)
  if (isRenamed) await renameDevice(desk.db, actor, found, names)
  desk.checkIns.add({ licenseId: found.id, at: found.now, appVersion: appVersion || null })
  const license = { ...found, ...(isRenamed && names), lastCheckIn: found.now }
  const decision = decide(license, { fingerprint: null, nonce })
  const answer = await sign(desk, { license, decision, fingerprint: null })
  if (!decision.valid) return answer
  const { id } = license
  const updateToken = desk.updateTokens.tokenFor({ id, deviceToken: token })
  const update = await desk.availableUpdate({ licenseId: id, channel, running: appVersion })
  return { ...answer, updates: { updateToken, update } }
}

export const DEAD_TOKEN = 'This device is not activated. Activate it with its license key.'

const KEEPS_LICENSE: Decision['code'][] = [
  'FINGERPRINT_PLACEHOLDER',
  'ORGANIZATION_SUSPENDED',
  'REVOKED',
  'INACTIVE',
  'DEVICE_MISMATCH',
]

/** Gives the license back. Answers what stands in the way, or nothing: also when there is nothing to give back. */
export async function deactivate(desk: Desk, actor: Actor, body: Body<'deactivate'>): Promise<Answer | undefined> {
  const byToken = 'deviceToken' in body
  const found = await (byToken
    ? desk.factsByToken(sha256(body.deviceToken))
    : desk.factsByKey(hashLicenseKey(body.licenseKey)))
  if (!isKnown(found)) return byToken ? undefined : { decision: unknownKey(found.now) }
  const fingerprint = byToken ? null : body.deviceFingerprint
  const decision = decide(found, { fingerprint })
  if (found.status === 'inactive' || KEEPS_LICENSE.includes(decision.code))
    return sign(desk, { license: found, decision, fingerprint })
  await releaseDevice(desk.db, actor, found)
  return undefined
}
