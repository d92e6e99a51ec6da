import { CHECK_IN, type Decision, type DecisionCode, type DecisionWarning } from '#contract/licensing/devices.ts'
import { PLACEHOLDER_UUID } from '#contract/licensing/fingerprints.ts'
import type { MovesUsedUp } from '#server/licensing/licenses/moves.ts'
import type { LicenseFacts } from './queries.ts'
import { graceEndOf, isLate, isThisDevice, rules, type Rule, type Situation } from './rules.ts'
import { onlineTimes } from './times.ts'

export type Question = Pick<Situation, 'fingerprint'> & { nonce?: string | undefined }

export function decide(license: LicenseFacts, { nonce, ...asked }: Question & Omit<Situation, 'license'>): Decision {
  const situation = { license, ...asked }
  const rule = ruleFor(situation)
  if (rule?.code === 'FINGERPRINT_PLACEHOLDER') return placeholder(license.now, nonce)
  const code = rule?.code ?? 'VALID'
  const detail = rule ? detailOf(rule, situation) : 'This license is valid on this device.'
  return {
    ...verdict(code, detail, license.now, nonce),
    warnings: warningsOf(license, code),
    license: present(situation, code),
    organization: { name: license.organizationName },
    reason: rule?.reason?.(situation) ?? null,
    since: sinceOf(situation, rule),
    ...(code === 'VALID' ? timesOf(license) : { until: null, checkIn: null }),
  }
}

/** Why a license may not run on its own device, or nothing. */
export function refusalOnDevice(license: LicenseFacts) {
  const situation = { license, fingerprint: null }
  const rule = ruleFor(situation)
  return rule && detailOf(rule, situation)
}

const ruleFor = (situation: Situation) => rules.find(({ applies }) => applies(situation))

const detailOf = (rule: Rule, situation: Situation) => `${rule.fact(situation)} ${rule.advice(situation)}`

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

const placeholder = (now: Date, nonce?: string) => verdict('FINGERPRINT_PLACEHOLDER', PLACEHOLDER_UUID, now, nonce)

/** A device has one license: `label` names it. */
export const alreadyLicensed = (decision: Decision, label: string): Decision => ({
  ...decision,
  code: 'DEVICE_HAS_LICENSE',
  detail: `This device already has the license “${label}”. Activate it with that license’s key, or free that license first.`,
})

export const mayNotMove = (decision: Decision, { message, moves }: MovesUsedUp): Decision => ({
  ...decision,
  code: 'MOVE_LIMIT_REACHED',
  detail: message,
  moves,
})

const toInstant = (time: Date | string | null | undefined) => (time ? new Date(time).toISOString() : null)

const sinceOf = (situation: Situation, rule: Rule | undefined) =>
  toInstant(rule ? rule.since?.(situation) : situation.license.overdueSince)

const warningsOf = (license: LicenseFacts, code: DecisionCode): DecisionWarning[] =>
  isLate(license) && code === 'VALID' ? ['SUBSCRIPTION_PAST_DUE'] : []

/**
 * Hides facts: another device with the key does not learn the right UUID, and a device that lost the license learns nothing about its new
 * device.
 */
function present({ license, fingerprint, loss }: Situation, code: DecisionCode): Decision['license'] {
  const { id, label, status, deviceFingerprint, deviceName, deviceOs, billingStatus, lastCheckIn } = license
  const shown = { id, label, status, billingStatus, features: featuresOf(license, code) }
  if (loss) return { ...shown, deviceFingerprint: null, deviceName: null, deviceOs: null, lastCheckIn: null }
  return {
    ...shown,
    deviceFingerprint: isThisDevice(license, fingerprint) ? deviceFingerprint : null,
    deviceName,
    deviceOs,
    lastCheckIn: lastCheckIn?.toISOString() ?? null,
  }
}

/** A device that may not run unlocks nothing. */
export const featuresOf = ({ features }: LicenseFacts, code: DecisionCode) =>
  code === 'VALID' && features ? features : []

/** When the license will stop for a known reason: canceled subscription, or end of the grace for a late payment. */
export function knownEnd({
  subscriptionEndsAt,
  overdueSince,
}: Pick<LicenseFacts, 'subscriptionEndsAt' | 'overdueSince'>): Date | null {
  const graceEnds = overdueSince && graceEndOf(overdueSince)
  if (!graceEnds || !subscriptionEndsAt) return graceEnds ?? subscriptionEndsAt
  return graceEnds < subscriptionEndsAt ? graceEnds : subscriptionEndsAt
}

/** A device without check-ins counts from now. Same times as in its license file. */
function timesOf(license: LicenseFacts): Pick<Decision, 'until' | 'checkIn'> {
  const end = knownEnd(license)
  const { checkInBy, graceUntil } = onlineTimes(license.lastCheckIn ?? license.now, end)
  const checkIn = { intervalSeconds: CHECK_IN.intervalSeconds, nextCheckInAt: checkInBy, graceUntil }
  return { until: toInstant(end), checkIn }
}
