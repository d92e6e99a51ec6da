import {
  OVERDUE_GRACE_DAYS,
  PLACEHOLDER_FACT,
  PLACEHOLDER_HELP,
  isPlaceholderFingerprint,
  normalizeFingerprint,
  type DecisionCode,
} from '#contract/devices.ts'
import type { LicenseFacts } from './decision.ts'

export const DAY = 24 * 60 * 60 * 1000

/** `fingerprint`: null when the device has proved by its token that it is the one. */
export type Situation = { license: LicenseFacts; fingerprint: string | null }

export type Rule = {
  code: DecisionCode
  /** What is asked; yes is good. */
  question: string
  /** The answer is no. */
  applies: (situation: Situation) => boolean
  fact: (license: LicenseFacts) => string
  /** What to do, for whoever sits at the device. */
  advice: (license: LicenseFacts) => string
  /** What to do, for whoever looks after the licenses in the portal. */
  fix: (license: LicenseFacts) => string
}

/** In this order: who is locked out, whose device it is, who has not paid, what is still to do. The first that applies decides. */
export const rules: Rule[] = [
  {
    code: 'FINGERPRINT_PLACEHOLDER',
    question: 'Does the computer have a UUID of its own?',
    applies: ({ fingerprint }) => fingerprint !== null && isPlaceholderFingerprint(fingerprint),
    fact: () => PLACEHOLDER_FACT,
    advice: () => PLACEHOLDER_HELP,
    fix: () => PLACEHOLDER_HELP,
  },
  {
    code: 'ORGANIZATION_SUSPENDED',
    question: 'Is the organization in good standing?',
    applies: ({ license }) => license.isSuspended,
    fact: ({ organizationName }) => `${organizationName} is suspended.`,
    advice: () => 'Ask your administrator to contact support.',
    fix: () => 'Contact support. Once the organization is reactivated, every license is what it was before.',
  },
  {
    code: 'REVOKED',
    question: 'Is the license in force, and not revoked?',
    applies: ({ license }) => license.status === 'revoked',
    fact: () => 'This license has been revoked.',
    advice: () => 'Ask your administrator to restore it, or to give you another one.',
    fix: () => 'Restore the license. It is free then, and a computer can activate it with its key.',
  },
  {
    code: 'DEVICE_MISMATCH',
    question: 'Is it free, or does this computer have it?',
    applies: ({ license, fingerprint }) => license.fingerprintKey !== null && !isThisDevice(license, fingerprint),
    fact: ({ status, deviceName }) =>
      status === 'assigned'
        ? 'This license is set aside for another device.'
        : `This license is in use on ${deviceName ?? 'another device'}.`,
    advice: ({ status }) =>
      status === 'assigned'
        ? 'Ask your administrator to check the device UUID.'
        : 'Deactivate it there, or ask your administrator for another license.',
    fix: ({ status }) =>
      status === 'assigned'
        ? 'Compare the device UUID of the license with the one that the application shows, and correct it.'
        : 'Move the license to another PC, which takes it from the computer that has it, or give this computer another license.',
  },
  {
    code: 'SUBSCRIPTION_ENDED',
    question: 'Does the organization have a subscription?',
    applies: ({ license }) => license.subscriptionStatus === null,
    fact: ({ organizationName }) => `${organizationName} has no active subscription.`,
    advice: () => 'Ask your administrator to renew it.',
    fix: () => 'Renew the subscription on the Billing page. Every license works again at once.',
  },
  {
    code: 'INACTIVE',
    question: 'Is the license switched on?',
    applies: ({ license }) => license.status === 'inactive',
    fact: () => 'This license is inactive.',
    advice: () => 'Ask your administrator to contact support.',
    fix: () => 'Contact support, who can say why it was switched off.',
  },
  {
    code: 'SUBSCRIPTION_OVERDUE',
    question: 'Is the subscription paid for, or late by a few days only?',
    applies: ({ license }) => isOverdueBeyondGrace(license),
    fact: ({ organizationName }) =>
      `The subscription of ${organizationName} is more than ${OVERDUE_GRACE_DAYS} days overdue.`,
    advice: () => 'Ask your administrator to pay the open invoice.',
    fix: () => 'Pay the open invoice on the Billing page. Every license works again at once.',
  },
  {
    code: 'NOT_ACTIVATED',
    question: 'Has the computer activated the license?',
    applies: ({ license }) => license.status !== 'active',
    fact: () => 'This license is not activated on this device yet.',
    advice: () => 'Activate it with its license key.',
    fix: () => 'Enter the license key in the application on that computer.',
  },
]

/** Nearly every device sends what it sent before, letter by letter: only another text needs its one spelling. */
export const isThisDevice = ({ deviceFingerprint, fingerprintKey }: LicenseFacts, fingerprint: string | null) =>
  fingerprint === null || fingerprint === deviceFingerprint || normalizeFingerprint(fingerprint) === fingerprintKey

/** Devices run on for a while, and warn. */
export const isLate = ({ subscriptionStatus, overdueSince }: LicenseFacts) =>
  subscriptionStatus === 'past_due' || overdueSince !== null

function isOverdueBeyondGrace({ subscriptionStatus, overdueSince, now }: LicenseFacts) {
  if (subscriptionStatus === 'unpaid') return true
  return overdueSince !== null && now.getTime() - overdueSince.getTime() >= OVERDUE_GRACE_DAYS * DAY
}
