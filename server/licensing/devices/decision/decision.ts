import {
  CHECK_IN,
  OVERDUE_GRACE_DAYS,
  type Decision,
  type DecisionCode,
  type DecisionWarning,
} from '#contract/licensing/devices.ts'
import { PLACEHOLDER_UUID } from '#contract/licensing/fingerprints.ts'
import type { MovesUsedUp } from '#server/licensing/licenses/moves.ts'
import type { LicenseFacts } from './queries.ts'
import { DAY, isLate, isThisDevice, rules, type Rule, type Situation } from './rules.ts'
import { onlineTimes } from './times.ts'

export type Question = {
  /** Null: the device has proved by its token that it is the one. */
  fingerprint: string | null
  nonce?: string | undefined
} & Pick<Situation, 'isByToken' | 'loss' | 'deviceName'>

/** May this device run? Pure: the same facts get the same answer. */
export function decide(license: LicenseFacts, { nonce, ...asked }: Question): Decision {
  const situation = { license, ...asked }
  const rule = rules.find(({ applies }) => applies(situation))
  if (rule?.code === 'FINGERPRINT_PLACEHOLDER') return placeholder(license.now, nonce)
  const code = rule?.code ?? 'VALID'
  const detail = rule ? `${rule.fact(situation)} ${rule.advice(situation)}` : 'This license is valid on this device.'
  return {
    ...verdict(code, detail, license.now, nonce),
    warnings: warningsOf(license, code),
    license: present(situation),
    organization: { name: license.organizationName },
    reason: rule?.reason?.(situation) ?? null,
    since: sinceOf(situation, rule),
    until: code === 'VALID' ? toInstant(knownEnd(license)) : null,
    checkIn: code === 'VALID' ? checkInTimes(license) : null,
  }
}

/** An answer that is about no license. */
export function verdict(code: DecisionCode, detail: string, now: Date, nonce?: string): Decision {
  return {
    valid: code === 'VALID',
    code,
    detail,
    conclusive: code !== 'RATE_LIMITED' && code !== 'SERVER_ERROR',
    warnings: [],
    license: null,
    organization: null,
    reason: null,
    since: null,
    until: null,
    moves: null,
    checkIn: null,
    serverTime: now.toISOString(),
    nonce: nonce ?? null,
  }
}

export const unknownKey = (now: Date, nonce?: string) =>
  verdict(
    'NOT_FOUND',
    'There is no license with this key. Check the key on the Licenses page of the portal.',
    now,
    nonce,
  )

export const placeholder = (now: Date, nonce?: string) =>
  verdict('FINGERPRINT_PLACEHOLDER', PLACEHOLDER_UUID, now, nonce)

/** One device, one license: `label` names the one it has. */
export const alreadyLicensed = (decision: Decision, label: string): Decision => ({
  ...decision,
  code: 'DEVICE_HAS_LICENSE',
  detail: `This device already has the license “${label}”. Activate it with that license’s key, or free that license first.`,
})

/** The license has moved from device to device too often. */
export const mayNotMove = (decision: Decision, { message, moves }: MovesUsedUp): Decision => ({
  ...decision,
  code: 'MOVE_LIMIT_REACHED',
  detail: message,
  moves,
})

const toInstant = (time: Date | string | null | undefined) => (time ? new Date(time).toISOString() : null)

/** Of what was decided, or of what is only warned about. */
const sinceOf = (situation: Situation, rule: Rule | undefined) =>
  toInstant(rule ? rule.since?.(situation) : situation.license.overdueSince)

const warningsOf = (license: LicenseFacts, code: DecisionCode): DecisionWarning[] =>
  isLate(license) && code === 'VALID' ? ['SUBSCRIPTION_PAST_DUE'] : []

/**
 * Whoever holds a key on another device does not learn the UUID that would pass for the right one, and a device that has lost the
 * license learns nothing of the one that has it now.
 */
function present({ license, fingerprint, loss }: Situation): Decision['license'] {
  const { id, label, status, deviceFingerprint, deviceName, deviceOs, billingStatus, lastCheckIn } = license
  const shown = { id, label, status, billingStatus }
  if (loss) return { ...shown, deviceFingerprint: null, deviceName: null, deviceOs: null, lastCheckIn: null }
  return {
    ...shown,
    deviceFingerprint: isThisDevice(license, fingerprint) ? deviceFingerprint : null,
    deviceName,
    deviceOs,
    lastCheckIn: lastCheckIn?.toISOString() ?? null,
  }
}

/** When a license stops for a reason that is known already: its subscription is canceled, or the grace for a late payment ends. */
export function knownEnd({ subscriptionEndsAt, overdueSince }: LicenseFacts): Date | null {
  const graceEnds = overdueSince && new Date(overdueSince.getTime() + OVERDUE_GRACE_DAYS * DAY)
  if (!graceEnds || !subscriptionEndsAt) return graceEnds ?? subscriptionEndsAt
  return graceEnds < subscriptionEndsAt ? graceEnds : subscriptionEndsAt
}

/** A device that has never checked in counts from now. What its license file says, without one. */
function checkInTimes(license: LicenseFacts): Decision['checkIn'] {
  const { checkInBy, graceUntil } = onlineTimes(license.lastCheckIn ?? license.now, knownEnd(license))
  return { intervalSeconds: CHECK_IN.intervalSeconds, nextCheckInAt: checkInBy, graceUntil }
}
