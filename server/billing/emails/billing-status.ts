import { ENDED_AFTER_DAYS } from '#contract/billing/terms.ts'
import { formatDate } from '#contract/dates.ts'
import { formatRand } from '#contract/money.ts'
import { plusDays } from '#server/domain/calendar.ts'
import type { Block } from '#server/platform/mail/email.ts'
import {
  IGNORE_IF_PAID,
  UNTIL_PAID,
  WHILE_SUSPENDED,
  facts,
  howToPay,
  inDays,
  openBilling,
  openInvoice,
  toCustomer,
  untilDevicesStop,
  type Sender,
  type To,
} from './parts.ts'
import type { LateInvoice, OldestDue } from './queries.ts'

/** `late`: oldest first. */
type OverdueSubscription = {
  planName: string
  late: LateInvoice[]
  isSuspended?: boolean
  oldestDue?: OldestDue
}

const openFirst = (config: Sender, [oldest]: LateInvoice[]) =>
  oldest ? openInvoice(config, oldest) : openBilling(config)

const lateFacts = (late: LateInvoice[]): Block[] =>
  late.length === 0
    ? []
    : [
        facts(
          late.map(({ invoiceNumber, balanceCents, dueDate }) => ({
            label: invoiceNumber,
            value: `${formatRand(balanceCents)}, due on ${formatDate(dueDate)}`,
          })),
        ),
      ]

const payOldest = (config: Sender, [oldest]: LateInvoice[]) => (oldest ? howToPay(config, oldest) : [])

const dayWhenLate = ([oldest]: LateInvoice[], days: number) => oldest && formatDate(plusDays(oldest.dueDate, days + 1))

export const subscriptionPastDue = (to: To, { planName, late, isSuspended, oldestDue }: OverdueSubscription) =>
  toCustomer(to, {
    kind: 'subscription-past-due',
    subject: `Your ${to.config.productName} subscription is past due`,
    paragraphs: [
      `The subscription ${planName} is past due: an invoice wasn’t paid by its due date.`,
      ...lateFacts(late),
      isSuspended
        ? WHILE_SUSPENDED
        : oldestDue
          ? untilDevicesStop(oldestDue, late[0]?.dueDate)
          : 'Devices keep working.',
      ...payOldest(to.config, late),
      IGNORE_IF_PAID,
    ],
    action: openFirst(to.config, late),
  })

export const subscriptionUnpaid = (to: To, { planName, late, isSuspended }: OverdueSubscription) => {
  const endDay = dayWhenLate(late, ENDED_AFTER_DAYS)
  return toCustomer(to, {
    kind: 'subscription-unpaid',
    subject: `Your ${to.config.productName} subscription is unpaid: devices stop`,
    paragraphs: [
      `The subscription ${planName} is unpaid, so the application doesn’t run on your devices.`,
      ...lateFacts(late),
      isSuspended
        ? `${WHILE_SUSPENDED} Nothing was deleted.`
        : `It doesn’t run on them ${UNTIL_PAID}. Nothing was deleted.`,
      ...(endDay ? [`If the invoice isn’t paid, the subscription ends on ${endDay}.`] : []),
      ...payOldest(to.config, late),
      `If you can’t pay now, contact ${to.config.salesEmail}, and we’ll find a solution.`,
    ],
    action: openFirst(to.config, late),
  })
}

export const subscriptionActive = (to: To, { planName, isSuspended, oldestDue }: OverdueSubscription) =>
  toCustomer(to, {
    kind: 'subscription-active',
    subject: `Your ${to.config.productName} subscription is active again`,
    paragraphs: [
      `The subscription ${planName} is active again: none of its invoices is overdue.`,
      isSuspended
        ? WHILE_SUSPENDED
        : oldestDue?.day && oldestDue.day < oldestDue.today
          ? `Another invoice is overdue. ${untilDevicesStop(oldestDue)}`
          : 'Devices that stopped work again after their next check-in.',
    ],
    action: openBilling(to.config),
  })

/** `canceledBy`: who canceled it after its period, so that it ended immediately. */
type EndedSubscription = OverdueSubscription & { isCanceled: boolean; canceledBy?: string | null }

const canceledSentence = (planName: string, canceledBy: string | null = null) =>
  canceledBy === null
    ? `The subscription ${planName} was canceled and has now ended.`
    : `${canceledBy} canceled the subscription ${planName}. It ended immediately, because its period was over. If an invoice for a later period was already issued, it is voided.`

export const subscriptionEnded = (to: To, { planName, late, isCanceled, canceledBy, isSuspended }: EndedSubscription) =>
  toCustomer(to, {
    kind: 'subscription-ended',
    subject: `Your ${to.config.productName} subscription has ended`,
    paragraphs: [
      isCanceled
        ? canceledSentence(planName, canceledBy)
        : `The subscription ${planName} has ended, because an invoice was not paid within ${ENDED_AFTER_DAYS} days of its due day.`,
      'Its licenses no longer work. You can still sign in, read invoices and contact support. Nothing was deleted.',
      ...(late.length > 0 ? ['Still outstanding:', ...lateFacts(late), ...payOldest(to.config, late)] : []),
      isSuspended
        ? `${WHILE_SUSPENDED} For a new subscription, contact ${to.config.salesEmail}.`
        : `Your licenses work again with a new subscription. To start one, contact ${to.config.salesEmail}.`,
    ],
    action: openFirst(to.config, late),
  })

export const subscriptionEnding = (
  to: To,
  { planName, lastDay, daysLeft }: { planName: string; lastDay: string; daysLeft: number },
) =>
  toCustomer(to, {
    kind: 'subscription-ending',
    subject: `Your ${to.config.productName} subscription ends on ${formatDate(lastDay)}`,
    paragraphs: [
      `The subscription ${planName} was canceled and ends ${inDays(daysLeft)}, on ${formatDate(lastDay)}.`,
      'Until then nothing changes. After that day all licenses stop on all devices.',
      `To keep it, contact ${to.config.salesEmail} before that day.`,
    ],
    action: openBilling(to.config),
  })
