import type { BillingType } from '#contract/billing/terms.ts'
import { formatDate } from '#contract/dates.ts'
import { plusDays } from '#server/domain/calendar.ts'
import { WHILE_SUSPENDED, dayFact, facts, inDays, moneyFact, openBilling, toCustomer, type To } from './parts.ts'

/** `lastDay`: in the vendor's time zone. */
type Trial = { planName: string; licenseLimit: number; lastDay: string; isSuspended?: boolean }

const factsOf = ({ planName, licenseLimit, lastDay }: Trial) =>
  facts([
    { label: 'Plan', value: planName },
    { label: 'Licenses', value: licenseLimit.toLocaleString('en-US') },
    dayFact('Last day', lastDay),
  ])

const afterwards = ({ config }: To, lastDay: string) =>
  `The trial is free. After ${formatDate(lastDay)} its licenses stop working, unless you continue with a subscription. To do so, contact ${config.salesEmail}.`

const openLicenses = ({ config }: To) => ({ label: 'Open licenses', url: `${config.publicUrl}/licenses` })

export const trialStarted = (to: To, trial: Trial) =>
  toCustomer(to, {
    kind: 'trial-started',
    subject: `Your ${to.config.productName} trial has started`,
    paragraphs: [
      factsOf(trial),
      trial.isSuspended
        ? WHILE_SUSPENDED
        : 'Create a license for each device in the portal. Then download the application, and activate it with the license key.',
      afterwards(to, trial.lastDay),
    ],
    action: openLicenses(to),
  })

export const trialChanged = (to: To, trial: Trial) =>
  toCustomer(to, {
    kind: 'trial-changed',
    subject: `Your ${to.config.productName} trial has changed`,
    paragraphs: [factsOf(trial), ...(trial.isSuspended ? [WHILE_SUSPENDED] : []), afterwards(to, trial.lastDay)],
    action: openLicenses(to),
  })

type Conversion = Trial & { firstDay: string; monthlyCents: number; billingType: BillingType }

/** Of its first paid period. */
export const trialConverted = (to: To, { planName, licenseLimit, firstDay, lastDay, ...price }: Conversion) =>
  toCustomer(to, {
    kind: 'trial-converted',
    subject: `Your ${to.config.productName} trial becomes a subscription`,
    paragraphs: [
      `Your trial is free until ${formatDate(plusDays(firstDay, -1))}. After that day your licenses keep working with a subscription.`,
      facts([
        { label: 'Plan', value: planName },
        { label: 'Licenses', value: licenseLimit.toLocaleString('en-US') },
        moneyFact('Price per month', price.monthlyCents),
        { label: 'Billed', value: price.billingType === 'annual' ? 'Each year' : 'Each month' },
        { label: 'First period', value: `${formatDate(firstDay)} to ${formatDate(lastDay)}` },
      ]),
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
