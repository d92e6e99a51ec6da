import type { BillingType } from '#contract/billing/terms.ts'
import { formatDate } from '#contract/dates.ts'
import { plusDays } from '#server/domain/calendar.ts'
import {
  WHILE_SUSPENDED,
  dayFact,
  facts,
  inDays,
  moneyFact,
  openBilling,
  toCustomer,
  untilDevicesStop,
  type To,
} from './parts.ts'
import type { OldestDue } from './queries.ts'

/** `lastDay`: in the vendor's time zone. `oldestDue`: of invoices of an earlier subscription. */
type Trial = {
  planName: string
  licenseLimit: number
  lastDay: string
  isSuspended?: boolean
  oldestDue?: OldestDue
}

const licensesFact = (licenseLimit: number) => ({ label: 'Licenses', value: licenseLimit.toLocaleString('en-US') })

const factsOf = ({ planName, licenseLimit, lastDay }: Trial) =>
  facts([{ label: 'Plan', value: planName }, licensesFact(licenseLimit), dayFact('Last day', lastDay)])

const afterwards = ({ config }: To, lastDay: string) =>
  `The trial is free. After ${formatDate(lastDay)} its licenses stop working, unless you continue with a subscription. To do so, contact ${config.salesEmail}.`

const OFFLINE = 'Devices without internet need a new license file.'

/** Why licenses don't work, or may stop, although the trial runs. */
function obstacles({ isSuspended, oldestDue }: Pick<Trial, 'isSuspended' | 'oldestDue'>) {
  if (isSuspended) return [WHILE_SUSPENDED]
  return oldestDue?.day && oldestDue.day < oldestDue.today
    ? [`An invoice is overdue. ${untilDevicesStop(oldestDue)}`]
    : []
}

const openLicenses = ({ config }: To) => ({ label: 'Open licenses', url: `${config.publicUrl}/licenses` })

const FIRST_STEPS =
  'Create a license for each device in the portal. Then download the application, and activate it with the license key.'

export const trialStarted = (to: To, trial: Trial) =>
  toCustomer(to, {
    kind: 'trial-started',
    subject: `Your ${to.config.productName} trial has started`,
    paragraphs: [
      factsOf(trial),
      ...(trial.isSuspended ? [] : [FIRST_STEPS]),
      ...obstacles(trial),
      afterwards(to, trial.lastDay),
    ],
    action: openLicenses(to),
  })

export const trialChanged = (to: To, trial: Trial) =>
  toCustomer(to, {
    kind: 'trial-changed',
    subject: `Your ${to.config.productName} trial has changed`,
    paragraphs: [factsOf(trial), ...obstacles(trial), OFFLINE, afterwards(to, trial.lastDay)],
    action: openLicenses(to),
  })

/** `firstDay` and `lastDay`: of the first paid period. */
type Conversion = Trial & { firstDay: string; monthlyCents: number; billingType: BillingType }

const priceFacts = ({ monthlyCents, billingType, firstDay, lastDay }: Conversion) => [
  moneyFact('Price per month', monthlyCents),
  { label: 'Billed', value: billingType === 'annual' ? 'Each year' : 'Each month' },
  { label: 'First period', value: `${formatDate(firstDay)} to ${formatDate(lastDay)}` },
]

export const trialConverted = (to: To, conversion: Conversion) =>
  toCustomer(to, {
    kind: 'trial-converted',
    subject: `Your ${to.config.productName} trial becomes a subscription`,
    paragraphs: [
      conversion.monthlyCents > 0
        ? `Your trial is free until ${formatDate(plusDays(conversion.firstDay, -1))}. After that day it continues as a subscription.`
        : `Your trial continues after ${formatDate(conversion.lastDay)} as a subscription, free of charge.`,
      facts([
        { label: 'Plan', value: conversion.planName },
        licensesFact(conversion.licenseLimit),
        ...(conversion.monthlyCents > 0 ? priceFacts(conversion) : []),
      ]),
      ...obstacles(conversion),
      OFFLINE,
      `If you didn’t expect this, contact ${to.config.salesEmail}.`,
    ],
    action: openBilling(to.config),
  })

export const trialEnding = (to: To, { lastDay, daysLeft }: { lastDay: string; daysLeft: number }) =>
  toCustomer(to, {
    kind: 'trial-ending',
    subject: `Your ${to.config.productName} trial ends on ${formatDate(lastDay)}`,
    paragraphs: [
      `Your trial ends ${inDays(daysLeft)}, on ${formatDate(lastDay)}. After that day all licenses stop on all devices. Nothing is deleted.`,
      `To continue with a subscription, contact ${to.config.salesEmail} before that day.`,
    ],
    action: openBilling(to.config),
  })

export const trialEnded = (to: To, { isSuspended }: Pick<Trial, 'isSuspended'>) =>
  toCustomer(to, {
    kind: 'trial-ended',
    subject: `Your ${to.config.productName} trial has ended`,
    paragraphs: [
      'Your trial has ended, so its licenses no longer work. You can still sign in and contact support. Nothing was deleted.',
      isSuspended
        ? `${WHILE_SUSPENDED} To continue with a subscription, contact ${to.config.salesEmail}.`
        : `Your licenses work again with a subscription. To start one, contact ${to.config.salesEmail}.`,
    ],
    action: openBilling(to.config),
  })
