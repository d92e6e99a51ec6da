import { isOutstanding } from '#contract/billing/invoices.ts'
import type { NotificationKind } from '#contract/identity/account.ts'
import { monthlyCents } from '#contract/money.ts'
import type { Effective } from '#contract/licensing/license-requests.ts'
import type { BillingLock } from '#server/billing/lock.ts'
import type { Database } from '#server/database/database.ts'
import type { Attachment } from '#server/database/schema/emails.ts'
import { DAY, dayOf, findTransactionStart, plusDays } from '#server/domain/calendar.ts'
import { balanceOf, sumCredit, findItems, type LockedInvoice } from '#server/domain/invoices.ts'
import { countLicenses } from '#server/domain/licenses.ts'
import type { LockedSubscription } from '#server/domain/subscriptions.ts'
import type { Email } from '#server/platform/mail/email.ts'
import type { Platform } from '#server/platform/platform.ts'
import { subscriptionActive, subscriptionEnded, subscriptionPastDue, subscriptionUnpaid } from './billing-status.ts'
import { cancellationForSales, subscriptionCanceled, subscriptionResumed } from './cancellation.ts'
import { invoiceCredited, invoiceIssued, paymentReceived } from './invoices.ts'
import type { To } from './parts.ts'
import { countPayments, findLateInvoices, findOldestDue } from './queries.ts'
import { requestApproved, requestDeclined, requestForSales } from './requests.ts'
import { paymentReversed } from './reversal.ts'
import { seatsChanged, seatsNotChanged } from './seats.ts'
import { trialChanged, trialConverted, trialEnded, trialStarted } from './trials.ts'
import { creditNoteFile, invoiceFile, onceKey, readersOf, write, type Reader } from './write.ts'

export async function notifyInvoiceIssued(platform: Platform, { tx, today }: BillingLock, invoice: LockedInvoice) {
  const { id, organizationId } = invoice
  const items = await findItems(tx, invoice)
  await notifyAdmins(platform, tx, organizationId, 'invoices', {
    once: onceKey.issued(id),
    compose: (to) => invoiceIssued(to, { invoice: describe(invoice, today), items }),
    attachment: invoiceFile(invoice),
  })
}

type ReceivedPayment = { invoice: LockedInvoice; amountCents: number }

export async function notifyPaymentReceived(
  platform: Platform,
  { tx, today }: BillingLock,
  { invoice, amountCents }: ReceivedPayment,
) {
  const { id, organizationId } = invoice
  const creditCents = await sumCredit(tx, organizationId)
  await notifyAdmins(platform, tx, organizationId, 'invoices', {
    once: onceKey.received(id, await countPayments(tx, invoice)),
    compose: (to) => paymentReceived(to, { invoice: describe(invoice, today), amountCents, creditCents }),
    attachment: invoiceFile(invoice),
  })
}

type CreditedInvoice = {
  invoice: LockedInvoice
  creditNote: { id: string; creditNoteNumber: string; amountCents: number; reason: string }
}

export async function notifyInvoiceCredited(
  platform: Platform,
  { tx, today }: BillingLock,
  { invoice, creditNote }: CreditedInvoice,
) {
  const { organizationId } = invoice
  const creditCents = await sumCredit(tx, organizationId)
  await notifyAdmins(platform, tx, organizationId, 'invoices', {
    once: onceKey.credited(creditNote.id),
    compose: (to) => invoiceCredited(to, { invoice: describe(invoice, today), creditNote, creditCents }),
    attachment: creditNoteFile({ ...creditNote, organizationId }),
  })
}

/** `others`: invoices that became outstanding again because credit from this one had paid them. */
type Reversal = { invoice: LockedInvoice; amountCents: number; reason: string | null; others: LockedInvoice[] }

/** Emails those who get receipts that a payment was reversed, the new balance, and when devices stop. */
export async function notifyPaymentReversed(
  platform: Platform,
  lock: BillingLock,
  { invoice, others, ...reversal }: Reversal,
) {
  const { tx, today } = lock
  const { id, organizationId } = invoice
  const letter = {
    ...reversal,
    invoice: describe(invoice, today),
    others: others.toSorted(byDueDate).map((other) => describe(other, today)),
    creditCents: await sumCredit(tx, organizationId),
    oldestDue: await findOldestDue(tx, organizationId),
  }
  await write(platform, tx, await readersOf(tx, organizationId, 'invoices'), {
    once: onceKey.reversed(id, await countPayments(tx, invoice)),
    compose: (to) => paymentReversed({ config: platform.config, to }, letter),
  })
}

const byDueDate = (one: LockedInvoice, other: LockedInvoice) =>
  one.dueDate.localeCompare(other.dueDate) || one.id.localeCompare(other.id)

const describe = (invoice: LockedInvoice, today: string) => ({
  ...invoice,
  balanceCents: isOutstanding(invoice) ? balanceOf(invoice) : 0,
  isLate: invoice.dueDate < today,
  daysLate: (Date.parse(today) - Date.parse(invoice.dueDate)) / DAY,
  firstDay: invoice.periodStart && dayOf(invoice.periodStart, invoice.particulars?.timeZone),
  lastDay: invoice.periodEnd && plusDays(dayOf(invoice.periodEnd, invoice.particulars?.timeZone), -1),
})

type Subscription = { organizationId: string; subscriptionId: string }

type StatusChange = {
  billingStatus: 'past_due' | 'unpaid' | 'active' | 'ended'
  since: string
  canceledBy?: string | null | undefined
}

type ChangedSubscription = Pick<LockedSubscription, 'id' | 'organizationId' | 'planName' | 'isTrial' | 'canceledAt'>

const statusEmails = {
  past_due: subscriptionPastDue,
  unpaid: subscriptionUnpaid,
  active: subscriptionActive,
  ended: subscriptionEnded,
}

/** A bounced payment can make a subscription past due twice since the same instant, so the key includes the time of the change. */
export async function notifyBillingStatus(
  platform: Platform,
  { tx, organization }: BillingLock,
  { id: subscriptionId, organizationId, planName, isTrial, canceledAt }: ChangedSubscription,
  { billingStatus, since, canceledBy = null }: StatusChange,
) {
  const late = await findLateInvoices(tx, { organizationId, subscriptionId })
  const oldestDue = await findOldestDue(tx, organizationId)
  const [isSuspended, isCanceled] = [organization.suspendedAt !== null, canceledAt !== null]
  await notifyAdmins(platform, tx, organizationId, 'subscription', {
    once: onceKey.billingStatus(billingStatus, subscriptionId, { since, moment: await findTransactionStart(tx) }),
    compose: (to) =>
      isTrial
        ? trialEnded(to, { isSuspended })
        : statusEmails[billingStatus](to, { planName, late, isSuspended, isCanceled, canceledBy, oldestDue }),
  })
}

const trialEmails = { started: trialStarted, changed: trialChanged, converted: trialConverted }

export async function notifyTrial(
  platform: Platform,
  { tx, organization, subscription }: BillingLock,
  change: keyof typeof trialEmails,
) {
  if (!subscription) return
  const { id, planName, licenseLimit, currentPeriodStart, lastDay } = subscription
  const { billingType, twelveMonthCents, suspendedAt } = organization
  const oldestDue = await findOldestDue(tx, organization.id)
  const trial = { planName, licenseLimit, lastDay, isSuspended: suspendedAt !== null, oldestDue }
  const price = { firstDay: dayOf(currentPeriodStart), billingType, monthlyCents: monthlyCents(twelveMonthCents) }
  await notifyAdmins(platform, tx, organization.id, 'subscription', {
    once: onceKey.trial(change, id, await findTransactionStart(tx)),
    compose: (to) => trialEmails[change](to, { ...trial, ...price }),
  })
}

type Seats = { key: string; from: number; to: number; failed: boolean }

export async function notifySeatsChanged(
  platform: Platform,
  { tx, organization: { id, suspendedAt } }: BillingLock,
  { key, failed, ...seats }: Seats,
) {
  const used = await countLicenses(tx, id)
  const isSuspended = suspendedAt !== null
  await notifyAdmins(platform, tx, id, 'subscription', {
    once: onceKey.seats(key),
    compose: (to) => (failed ? seatsNotChanged(to, { ...seats, used }) : seatsChanged(to, { ...seats, isSuspended })),
  })
}

type Cancellation = Subscription & Parameters<typeof cancellationForSales>[1] & { isOver: boolean }

/** If `isOver`, the subscription ends immediately, and the email about its end says who canceled it. */
export async function notifyCanceled(platform: Platform, tx: Database, canceled: Cancellation) {
  const once = onceKey.canceled(canceled.subscriptionId, await findTransactionStart(tx))
  if (!canceled.isOver)
    await notifyAdmins(platform, tx, canceled.organizationId, 'subscription', {
      once,
      compose: (to) => subscriptionCanceled(to, canceled),
    })
  await platform.mailer.queue(tx, cancellationForSales(platform.config, canceled), { once })
}

export async function notifyResumed(
  platform: Platform,
  tx: Database,
  { organizationId, subscriptionId, ...resumed }: Subscription & Parameters<typeof subscriptionResumed>[1],
) {
  await notifyAdmins(platform, tx, organizationId, 'subscription', {
    once: onceKey.resumed(subscriptionId, await findTransactionStart(tx)),
    compose: (to) => subscriptionResumed(to, resumed),
  })
}

type LicenseRequest = Parameters<typeof requestForSales>[1]

export async function notifyLicensesRequested({ config, mailer }: Platform, tx: Database, asked: LicenseRequest) {
  await mailer.queue(tx, requestForSales(config, asked), { once: onceKey.requested(asked.id) })
}

type RequestDecision = { id: string; to: Reader; additionalLicenses: number } & (
  | { effective: Effective }
  | { reason: string }
)

export async function notifyRequestDecided(
  { config, mailer }: Platform,
  tx: Database,
  { id, to, ...decided }: RequestDecision,
) {
  const letter =
    'reason' in decided ? requestDeclined({ config, to }, decided) : requestApproved({ config, to }, decided)
  await mailer.queue(tx, letter, { once: onceKey.decided(id) })
}

async function notifyAdmins(
  platform: Platform,
  tx: Database,
  organizationId: string,
  kind: NotificationKind,
  { compose, ...draft }: { once: string; compose: (to: To) => Email; attachment?: Attachment },
) {
  const { config } = platform
  const readers = await readersOf(tx, organizationId, kind)
  await write(platform, tx, readers, { ...draft, compose: (to) => compose({ config, to }) })
}
