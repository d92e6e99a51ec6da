import { OVERDUE_GRACE_DAYS, type DecisionCode, type DecisionReason } from '#contract/licensing/devices.ts'
import {
  PLACEHOLDER_FACT,
  PLACEHOLDER_HELP,
  isPlaceholderFingerprint,
  normalizeFingerprint,
} from '#contract/licensing/fingerprints.ts'
import { daysAfter } from '#server/domain/calendar.ts'
import { isOwnAct, type LostDevice } from '#server/licensing/licenses/binding/lost-device-queries.ts'
import type { LicenseFacts } from './queries.ts'

export type Situation = {
  license: LicenseFacts
  /** Null if the device proved its identity by its token. */
  fingerprint: string | null
  isByToken?: boolean | undefined
  loss?: LostDevice | undefined
  deviceName?: string | undefined
}

export type Rule = {
  code: DecisionCode
  /** The condition that should be true. */
  question: string
  applies: (situation: Situation) => boolean
  fact: (situation: Situation) => string
  /** The instruction for the user of the device. */
  advice: (situation: Situation) => string
  /** The instruction for an administrator in the portal. */
  fix: (situation: Situation) => string
  reason?: (situation: Situation) => DecisionReason | null
  since?: (situation: Situation) => Date | string | null | undefined
}

const lostAt = ({ loss }: Situation) => loss?.lostAt

const ENTER_AGAIN =
  'To use it here again, enter its license key. That counts as a move. Or ask your administrator for another license.'
const ENTER_THERE = 'To use it there again, enter the license key on that computer. That counts as a move.'
const ACTIVATE_THERE = 'Enter the license key in the application on that computer.'

/**
 * The first rule that applies decides: blocked, other device, unpaid, not activated. A device that lost the license does not learn who has
 * it.
 */
export const rules: Rule[] = [
  {
    code: 'FINGERPRINT_PLACEHOLDER',
    question: 'The device has its own UUID',
    applies: ({ fingerprint }) => fingerprint !== null && isPlaceholderFingerprint(fingerprint),
    fact: () => PLACEHOLDER_FACT,
    advice: () => PLACEHOLDER_HELP,
    fix: () => PLACEHOLDER_HELP,
  },
  {
    code: 'ORGANIZATION_SUSPENDED',
    question: 'The organization is not suspended',
    applies: ({ license }) => license.isSuspended,
    fact: ({ license: { organizationName } }) => `${organizationName} is suspended.`,
    advice: () => 'Ask your administrator to contact support.',
    fix: () => 'Contact support. Once the organization is reactivated, its licenses return to their previous status.',
  },
  {
    code: 'MOVED',
    question: 'The license was not moved to another device',
    applies: ({ loss }) => loss?.reason === 'MOVED',
    fact: ({ loss }) =>
      loss?.byDevice
        ? 'This license has been moved to this computer’s new hardware.'
        : 'This license has been moved away from this computer.',
    advice: () => ENTER_AGAIN,
    fix: () => ENTER_THERE,
    reason: ({ loss }) => (loss?.byDevice ? 'MOVED_TO_NEW_HARDWARE' : 'MOVED_IN_PORTAL'),
    since: lostAt,
  },
  {
    code: 'RELEASED',
    question: 'The license was not released from this device',
    applies: ({ loss }) => loss?.reason === 'RELEASED',
    fact: ({ loss }) =>
      loss && isOwnAct(loss)
        ? 'This license has been deactivated on this computer.'
        : 'This license has been released from this computer.',
    advice: () => ENTER_AGAIN,
    fix: ({ loss }) => (loss && isOwnAct(loss) ? ACTIVATE_THERE : ENTER_THERE),
    reason: ({ loss }) => (loss && isOwnAct(loss) ? 'DEACTIVATED' : 'RELEASED_IN_PORTAL'),
    since: lostAt,
  },
  {
    code: 'REVOKED',
    question: 'License is not revoked',
    applies: ({ license, loss }) => license.status === 'revoked' || loss?.reason === 'REVOKED',
    fact: ({ loss }) => (loss ? 'This license has been revoked on this computer.' : 'This license has been revoked.'),
    advice: ({ loss }) =>
      loss
        ? 'Ask your administrator to reserve it for this computer, or to give you another one.'
        : 'Ask your administrator to restore it, or to give you another one.',
    fix: ({ loss }) =>
      loss
        ? 'Reserve the license for this computer: assign its UUID to it. Then the computer can activate it again.'
        : 'Restore the license. Reserve it for the computer it was on, or another computer can activate it with its key.',
    reason: ({ loss }) => (loss ? 'NOT_RESERVED' : null),
    since: lostAt,
  },
  {
    code: 'HARDWARE_CHANGED',
    question: 'The device’s hardware has not changed',
    applies: (situation) => situation.isByToken === true && isOnAnotherDevice(situation),
    fact: () => 'This license belongs to this computer’s previous hardware.',
    advice: () =>
      'Choose to move it to this hardware in the application, which counts as a move, or ask your administrator.',
    fix: () =>
      'Move the license to another PC, and enter its key in the application on the computer that is to have it.',
  },
  {
    code: 'SET_ASIDE',
    question: 'Not reserved for another device',
    applies: (situation) => situation.license.status === 'assigned' && isOnAnotherDevice(situation),
    fact: () => 'This license is reserved for another device.',
    advice: () => 'Ask your administrator to check the device UUID.',
    fix: () => 'Compare the device UUID of the license with the one that the application shows, and correct it.',
  },
  {
    code: 'DEVICE_MISMATCH',
    question: 'Not in use on another device',
    applies: isOnAnotherDevice,
    fact: (situation) =>
      hasSameName(situation)
        ? `This license is in use on this computer’s previous hardware, or on another computer of the same name (${situation.deviceName}).`
        : `This license is in use on ${situation.license.deviceName ?? 'another device'}.`,
    advice: (situation) =>
      hasSameName(situation)
        ? 'If the hardware is new, choose to move the license to it in the application, or ask your administrator to move it.'
        : 'Deactivate it there, or ask your administrator for another license.',
    fix: () =>
      'Move the license to another PC, which takes it from the computer that has it, or give this computer another license.',
    reason: (situation) => (hasSameName(situation) ? 'SAME_NAME' : 'IN_USE'),
  },
  {
    code: 'SUBSCRIPTION_ENDED',
    question: 'The organization has a subscription',
    applies: ({ license }) => license.subscriptionStatus === null,
    fact: ({ license: { organizationName } }) => `${organizationName} has no active subscription.`,
    advice: () => 'Ask your administrator to renew it.',
    fix: () => 'Renew the subscription on the Billing page. All licenses then work again immediately.',
  },
  {
    code: 'INACTIVE',
    question: 'License is not inactive',
    applies: ({ license }) => license.status === 'inactive',
    fact: () => 'This license is inactive.',
    advice: () => 'Ask your administrator to contact support.',
    fix: () => 'Contact support to find out why.',
  },
  {
    code: 'SUBSCRIPTION_OVERDUE',
    question: 'The subscription is paid, or only a few days late',
    applies: ({ license }) => isOverdueBeyondGrace(license),
    fact: ({ license: { organizationName } }) =>
      `The subscription of ${organizationName} is more than ${OVERDUE_GRACE_DAYS} days overdue.`,
    advice: () => 'Ask your administrator to pay the open invoice.',
    fix: () => 'Pay the open invoice on the Billing page. All licenses then work again immediately.',
    since: ({ license }) => license.overdueSince,
  },
  {
    code: 'NOT_ACTIVATED',
    question: 'The device has activated the license',
    applies: ({ license }) => license.status !== 'active',
    fact: () => 'This license is not activated on this device yet.',
    advice: () => 'Activate it with its license key.',
    fix: () => ACTIVATE_THERE,
  },
]

/** Most devices send the same text as before, so only a different one is normalized. */
export const isThisDevice = ({ deviceFingerprint, fingerprintKey }: LicenseFacts, fingerprint: string | null) =>
  fingerprint === null || fingerprint === deviceFingerprint || normalizeFingerprint(fingerprint) === fingerprintKey

function isOnAnotherDevice({ license, fingerprint }: Situation) {
  return license.fingerprintKey !== null && !isThisDevice(license, fingerprint)
}

const hasSameName = ({ license, deviceName }: Situation) =>
  deviceName !== undefined && deviceName.toLowerCase() === license.deviceName?.toLowerCase()

/** Devices keep running for some days and warn. */
export const isLate = ({ subscriptionStatus, overdueSince }: LicenseFacts) =>
  subscriptionStatus === 'past_due' || overdueSince !== null

function isOverdueBeyondGrace({ subscriptionStatus, overdueSince, now }: LicenseFacts) {
  if (subscriptionStatus === 'unpaid') return true
  return overdueSince !== null && now >= graceEndOf(overdueSince)
}

export const graceEndOf = (overdueSince: Date) => new Date(daysAfter(overdueSince.toISOString(), OVERDUE_GRACE_DAYS))
