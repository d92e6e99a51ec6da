import type * as z from 'zod/mini'
import { normalizeFingerprint, type Decision, type devices } from '#contract/devices.ts'
import type { Database } from '#server/database/database.ts'
import { bindDevice, hasNames, releaseDevice, renameDevice } from '#server/features/licenses/binding.ts'
import { hashLicenseKey } from '#server/features/licenses/license-key.ts'
import type { Actor } from '#server/platform/actor.ts'
import { unauthorized } from '#server/platform/errors.ts'
import { sha256 } from '#server/platform/tokens.ts'
import type { CheckInLog } from './check-ins.ts'
import { alreadyLicensed, decide, unknownKey, type LicenseFacts } from './decision.ts'
import { deriveToken } from './device-token.ts'
import type { Found, ReadFacts } from './facts.ts'

/** What the device actions share, made once per process. */
export type Desk = {
  db: Database
  factsByKey: ReadFacts
  factsByToken: ReadFacts
  checkIns: CheckInLog
  /** What device tokens are derived from. */
  secret: string
}

type Body<Name extends keyof typeof devices> = z.output<(typeof devices)[Name]['schema']['body']>

const isKnown = (found: Found): found is LicenseFacts => found.id !== null

export async function validate({ factsByKey }: Desk, { licenseKey, deviceFingerprint, nonce }: Body<'validate'>) {
  const found = await factsByKey(hashLicenseKey(licenseKey))
  return isKnown(found) ? decide(found, { fingerprint: deviceFingerprint, nonce }) : unknownKey(found.now, nonce)
}

type Activated = { decision: Decision; deviceToken?: string }

/** Binds the license to the device. Only a valid decision brings a token. */
export async function activate(desk: Desk, actor: Actor, body: Body<'activate'>): Promise<Activated> {
  const hash = hashLicenseKey(body.licenseKey)
  const found = await desk.factsByKey(hash)
  if (!isKnown(found)) return { decision: unknownKey(found.now, body.nonce) }
  const question = { fingerprint: body.deviceFingerprint, nonce: body.nonce }
  const asked = decide(found, question)
  if (!asked.valid && asked.code !== 'NOT_ACTIVATED') return { decision: asked }

  const claimed = await bindDevice(desk.db, actor, claimOf(desk, found, body))
  if (claimed && 'alreadyHolds' in claimed) return { decision: alreadyLicensed(asked, claimed.alreadyHolds) }
  const after = await desk.factsByKey(hash)
  const decision = isKnown(after) ? decide(after, question) : unknownKey(after.now, body.nonce)
  return decision.valid && claimed ? { decision, deviceToken: claimed.deviceToken } : { decision }
}

function claimOf({ secret }: Desk, { id, organizationId, now }: LicenseFacts, body: Body<'activate'>) {
  const { deviceFingerprint, deviceName, deviceOs } = body
  const fingerprintKey = normalizeFingerprint(deviceFingerprint)
  return {
    id,
    organizationId,
    deviceFingerprint,
    deviceName,
    deviceOs,
    now: now.toISOString(),
    tokenFor: (activatedAt: string) => deriveToken(secret, { id, fingerprintKey, activatedAt }),
  }
}

/** Records that the device is there, whatever the decision, and how it is called now. */
export async function checkIn(
  desk: Desk,
  actor: Actor,
  token: string,
  { appVersion, nonce, ...names }: Body<'checkIn'>,
) {
  const found = await desk.factsByToken(sha256(token))
  if (!isKnown(found)) throw unauthorized(DEAD_TOKEN)
  const isRenamed = found.status === 'active' && !hasNames(found, names)
  if (isRenamed) await renameDevice(desk.db, actor, found, names)
  desk.checkIns.add({ licenseId: found.id, at: found.now, appVersion: appVersion || null })
  return decide({ ...found, ...(isRenamed && names), lastCheckIn: found.now }, { fingerprint: null, nonce })
}

export const DEAD_TOKEN = 'This device is not activated. Activate it with its license key.'

const KEEPS_LICENSE: Decision['code'][] = [
  'FINGERPRINT_PLACEHOLDER',
  'ORGANIZATION_SUSPENDED',
  'REVOKED',
  'INACTIVE',
  'DEVICE_MISMATCH',
]

/** Gives the license back. Answers the decision that stands in the way, or nothing: also when there is nothing to give back. */
export async function deactivate(desk: Desk, actor: Actor, body: Body<'deactivate'>): Promise<Decision | undefined> {
  const byToken = 'deviceToken' in body
  const found = await (byToken
    ? desk.factsByToken(sha256(body.deviceToken))
    : desk.factsByKey(hashLicenseKey(body.licenseKey)))
  if (!isKnown(found)) return byToken ? undefined : unknownKey(found.now)
  const decision = decide(found, { fingerprint: byToken ? null : body.deviceFingerprint })
  if (found.status === 'inactive' || KEEPS_LICENSE.includes(decision.code)) return decision
  await releaseDevice(desk.db, actor, found)
  return undefined
}
