import { ENDED_AFTER_DAYS } from '#contract/billing/terms.ts'
import { formatDate } from '#contract/dates.ts'
import { OVERDUE_GRACE_DAYS } from '#contract/licensing/devices.ts'
import { formatRand } from '#contract/money.ts'
import { plusDays } from '#server/domain/calendar.ts'
import type { Block } from '#server/platform/mail/letter.ts'
import { IGNORE_IF_PAID, facts, howToPay, openBilling, openInvoice, toCustomer, type Sender, type To } from './parts.ts'
import type { LateInvoice } from './queries.ts'

/** `late`: the oldest first, which decides. */
type Standing = { planName: string; late: LateInvoice[] }

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

/** The day that many days after its due day is over. */
const dayWhenLate = ([oldest]: LateInvoice[], days: number) => oldest && formatDate(plusDays(oldest.dueDate, days + 1))

export const subscriptionPastDue = (to: To, { planName, late }: Standing) => {
  const stopDay = dayWhenLate(late, OVERDUE_GRACE_DAYS)
  return toCustomer(to, {
    kind: 'subscription-past-due',
    subject: `Your ${to.config.productName} subscription is past due`,
    paragraphs: [
      `The subscription ${planName} is past due: an invoice was not paid by its due day.`,
      ...lateFacts(late),
      stopDay
        ? `Every license keeps working for now. If the invoice is not paid, devices stop on ${stopDay}.`
        : 'Every license keeps working for now.',
      ...payOldest(to.config, late),
      IGNORE_IF_PAID,
    ],
    action: openFirst(to.config, late),
  })
}

export const subscriptionUnpaid = (to: To, { planName, late }: Standing) => {
  const endDay = dayWhenLate(late, ENDED_AFTER_DAYS)
  return toCustomer(to, {
    kind: 'subscription-unpaid',
    subject: `Your ${to.config.productName} subscription is unpaid: devices stop`,
    paragraphs: [
      `The subscription ${planName} is unpaid. Until it is paid the application does not run on your devices.`,
      ...lateFacts(late),
      'Every license works again as soon as we have received the payment. Nothing was deleted.',
      ...(endDay ? [`If the invoice is not paid, the subscription ends on ${endDay}.`] : []),
      ...payOldest(to.config, late),
      `If you cannot pay now, write to ${to.config.salesEmail}, and we will find a way.`,
    ],
    action: openFirst(to.config, late),
  })
}

export const subscriptionActive = (to: To, { planName }: Standing) =>
  toCustomer(to, {
    kind: 'subscription-active',
    subject: `Your ${to.config.productName} subscription is active again`,
    paragraphs: [
      `The subscription ${planName} is active again: nothing of it is overdue any longer.`,
      'Devices that had stopped work again once they have checked in.',
    ],
    action: openBilling(to.config),
  })

/** Ended as its customer wanted, or because nobody paid. */
export const subscriptionEnded = (to: To, { planName, late, isCanceled }: Standing & { isCanceled: boolean }) =>
  toCustomer(to, {
    kind: 'subscription-ended',
    subject: `Your ${to.config.productName} subscription has ended`,
    paragraphs: [
      isCanceled
        ? `The subscription ${planName} was canceled and has now ended.`
        : `The subscription ${planName} has ended, because an invoice was not paid within ${ENDED_AFTER_DAYS} days of its due day.`,
      'Its licenses no longer work. Everyone can still sign in, read invoices and ask for support, and nothing was deleted.',
      ...(late.length > 0
        ? ['What was not paid is still owed:', ...lateFacts(late), ...payOldest(to.config, late)]
        : []),
      `Your licenses return with a new subscription. To start one, write to ${to.config.salesEmail}.`,
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
      'Until then every license keeps working. After that day none does, on any device.',
      `If you want to stay, write to ${to.config.salesEmail} before that day.`,
    ],
    action: openBilling(to.config),
  })

function inDays(days: number) {
  if (days <= 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}
