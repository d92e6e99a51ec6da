import { ENDED_AFTER_DAYS } from '#contract/billing/terms.ts'
import { formatDate } from '#contract/dates.ts'
import { stopDayOf } from '#contract/licensing/devices.ts'
import { countOf } from '#contract/quantities.ts'
import { plusDays } from '#server/domain/calendar.ts'
import type { Block } from '#server/platform/mail/email.ts'
import { outstandingSentence } from './invoices.ts'
import {
  IGNORE_IF_PAID,
  UNTIL_PAID,
  dayFact,
  facts,
  howToPay,
  moneyFact,
  openInvoice,
  toCustomer,
  type To,
} from './parts.ts'
import type { OldestDue } from './queries.ts'

/** `isByHand`: sent by an admin, who can send more. */
type RemindedInvoice = {
  id: string
  invoiceNumber: string
  amountCents: number
  balanceCents: number
  dueDate: string
  daysLate: number
  stage: number
  isOfSubscription: boolean
  oldestDue: OldestDue
  isByHand?: boolean
}

/** Gets firmer with each stage. Uses the actual days late, even if a stage was missed. */
export const paymentReminder = (to: To, invoice: RemindedInvoice) => {
  const { invoiceNumber, amountCents, balanceCents, dueDate } = invoice
  return toCustomer(to, {
    kind: 'payment-reminder',
    subject: subjectOf(invoice),
    paragraphs: [
      opening(invoice),
      facts([
        { label: 'Invoice', value: invoiceNumber },
        moneyFact('Amount', amountCents),
        balanceCents < amountCents && moneyFact('Left to pay', balanceCents),
        dayFact('Due on', dueDate),
      ]),
      ...consequences(invoice),
      ...howToPay(to.config, invoice),
      'The invoice is attached as a PDF.',
      ...(invoice.stage < 0 ? [] : [IGNORE_IF_PAID]),
      ...(invoice.stage < 14
        ? []
        : [`If you can’t pay now, contact ${to.config.salesEmail}, and we’ll find a solution.`]),
    ],
    action: openInvoice(to.config, invoice),
  })
}

const isLast = ({ stage, isByHand }: Pick<RemindedInvoice, 'stage' | 'isByHand'>) => stage >= 30 && !isByHand

function subjectOf({ stage, isByHand, daysLate, invoiceNumber, dueDate }: RemindedInvoice) {
  if (daysLate < 0) return `Invoice ${invoiceNumber} is due on ${formatDate(dueDate)}`
  if (daysLate === 0) return `Invoice ${invoiceNumber} is due today`
  if (stage < 14) return `Invoice ${invoiceNumber} is overdue`
  const late = `invoice ${invoiceNumber} is ${countOf(daysLate, 'day')} overdue`
  return isLast({ stage, isByHand }) ? `Last reminder: ${late}` : `Please act: ${late}`
}

function opening({ stage, isByHand, daysLate, dueDate, ...invoice }: RemindedInvoice) {
  const left = outstandingSentence(invoice)
  if (daysLate < 0) return `${left} is due in ${countOf(-daysLate, 'day')}, on ${formatDate(dueDate)}.`
  if (daysLate === 0) return `${left} is due today.`
  const late = `${left} was due on ${formatDate(dueDate)}, ${countOf(daysLate, 'day')} ago`
  if (stage < 14) return `${late}. Please pay it in the next few days.`
  return isLast({ stage, isByHand })
    ? `${late}, and we still haven’t received the payment. This is the last reminder.`
    : `${late}, and we haven’t received the payment. Please pay it today.`
}

/** Says when devices stop and when the subscription ends, once the invoice is overdue. */
function consequences({ stage, daysLate, dueDate, oldestDue, isOfSubscription }: RemindedInvoice): Block[] {
  if (stage < 7 || daysLate > ENDED_AFTER_DAYS || !oldestDue) return []
  const { today, day, subscriptionDay } = oldestDue
  const stopDay = stopDayOf(day ?? dueDate)
  const unpaid = day === null || day === dueDate ? 'it' : 'your oldest invoice'
  const devices =
    stopDay > today
      ? `If ${unpaid} isn’t paid, devices stop on ${formatDate(stopDay)}: the application no longer runs on them.`
      : `Devices stopped on ${formatDate(stopDay)}: the application doesn’t run on them ${UNTIL_PAID}.`
  const endDay = subscriptionDay && plusDays(subscriptionDay, ENDED_AFTER_DAYS + 1)
  const isEnding = stage >= 30 && isOfSubscription && endDay !== null && endDay > today
  return [devices, ...(isEnding ? [`Without payment your subscription ends on ${formatDate(endDay)}.`] : [])]
}
