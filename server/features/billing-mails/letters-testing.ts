import type { Letter } from '#server/platform/mailer.ts'
import type { To } from './letter-parts.ts'
import { cancellationForSales, subscriptionCanceled } from './letters-cancellation.ts'
import { invoiceCredited, invoiceIssued, paymentReceived } from './letters-invoices.ts'
import { paymentReminder } from './letters-reminders.ts'
import { requestApproved, requestDeclined, requestForSales } from './letters-requests.ts'
import { seatsChanged, seatsNotChanged } from './letters-seats.ts'
import {
  subscriptionActive,
  subscriptionEnded,
  subscriptionEnding,
  subscriptionPastDue,
  subscriptionUnpaid,
} from './letters-standing.ts'

/** What customers and the vendor typed. */
type Typed = { to: To; organization: string; person: string; text: string; planName: string }

const id = '00000000-0000-4000-8000-000000000001'

const issued = {
  id,
  invoiceNumber: 'INV-2027-00042',
  amountCents: 1_449_900,
  paidCents: 0,
  balanceCents: 1_449_900,
  dueDate: '2027-07-01',
  isLate: false,
  firstDay: '2027-07-01',
  lastDay: '2027-07-31',
}

const items = [
  { description: 'Standard Plan, Jul 01, 2027 to Jul 31, 2027', quantity: 25, amountCents: 1_249_900 },
  { description: '+5 seats from Jul 01, 2027', quantity: 5, amountCents: 249_900 },
  { description: '-2 seats from Jul 01, 2027', quantity: 2, amountCents: -49_900 },
]

const reminded = { ...issued, hasDevices: true, isOfSubscription: true }

const late = [{ id, invoiceNumber: issued.invoiceNumber, dueDate: issued.dueDate, balanceCents: 449_900 }]

const invoiceLetters = ({ to, text, planName }: Typed): Record<string, Letter> => {
  const withCredit = { ...issued, paidCents: 449_900, balanceCents: 1_000_000 }
  const [first = { quantity: 1, amountCents: 0 }, ...others] = items
  const lines = [{ ...first, description: `${planName}, Jul 01, 2027 to Jul 31, 2027` }, ...others]
  const creditNote = { creditNoteNumber: 'CN-2027-00003', amountCents: 449_900, reason: text }
  return {
    issued: invoiceIssued(to, { invoice: issued, items: lines }),
    'issued-with-credit': invoiceIssued(to, { invoice: withCredit, items: lines }),
    'issued-paid-by-credit': invoiceIssued(to, {
      invoice: { ...issued, paidCents: issued.amountCents, balanceCents: 0 },
      items: lines,
    }),
    'issued-without-lines': invoiceIssued(to, { invoice: { ...issued, firstDay: null, lastDay: null }, items: [] }),
    'received-in-part': paymentReceived(to, {
      invoice: { ...withCredit, isLate: true },
      amountCents: 449_900,
      creditCents: 0,
    }),
    'received-in-full': paymentReceived(to, {
      invoice: { ...issued, balanceCents: 0 },
      amountCents: issued.amountCents,
      creditCents: 0,
    }),
    'received-too-much': paymentReceived(to, {
      invoice: { ...issued, balanceCents: 0 },
      amountCents: 1_500_000,
      creditCents: 50_100,
    }),
    'credited-in-part': invoiceCredited(to, { invoice: withCredit, creditNote, creditCents: 0 }),
    'credited-when-paid': invoiceCredited(to, {
      invoice: { ...issued, balanceCents: 0 },
      creditNote,
      creditCents: 449_900,
    }),
  }
}

const reminderLetters = ({ to }: Typed): Record<string, Letter> => ({
  'reminder-7-before': paymentReminder(to, { ...reminded, stage: -7, daysLate: -7 }),
  'reminder-on-the-day': paymentReminder(to, { ...reminded, stage: 0, daysLate: 0 }),
  'reminder-on-the-day-late': paymentReminder(to, { ...reminded, stage: 0, daysLate: 1 }),
  'reminder-7-after': paymentReminder(to, { ...reminded, stage: 7, daysLate: 7, balanceCents: 1_000_000 }),
  'reminder-14-after': paymentReminder(to, { ...reminded, stage: 14, daysLate: 14 }),
  'reminder-30-after': paymentReminder(to, { ...reminded, stage: 30, daysLate: 30 }),
  'reminder-30-after-without-devices': paymentReminder(to, {
    ...reminded,
    hasDevices: false,
    stage: 30,
    daysLate: 31,
  }),
})

const standingLetters = ({ to, planName, person }: Typed): Record<string, Letter> => ({
  'past-due': subscriptionPastDue(to, { planName, late }),
  'past-due-without-invoice': subscriptionPastDue(to, { planName, late: [] }),
  unpaid: subscriptionUnpaid(to, { planName, late }),
  active: subscriptionActive(to, { planName, late: [] }),
  'ended-canceled': subscriptionEnded(to, { planName, late: [], isCanceled: true }),
  'ended-unpaid': subscriptionEnded(to, { planName, late, isCanceled: false }),
  'ending-30-days': subscriptionEnding(to, { planName, lastDay: '2027-07-31', daysLeft: 30 }),
  'ending-tomorrow': subscriptionEnding(to, { planName, lastDay: '2027-07-31', daysLeft: 1 }),
  canceled: subscriptionCanceled(to, { planName, lastDay: '2027-07-31', isOver: false, canceledBy: person }),
  'canceled-when-over': subscriptionCanceled(to, { planName, lastDay: '2027-07-31', isOver: true, canceledBy: person }),
})

const seatLetters = ({ to, person, organization, text, planName }: Typed): Record<string, Letter> => {
  const asked = { id, organization, person, additionalLicenses: 5, businessJustification: text }
  return {
    'seats-more': seatsChanged(to, { from: 10, to: 15 }),
    'seats-fewer': seatsChanged(to, { from: 15, to: 10 }),
    'seats-in-use': seatsNotChanged(to, { from: 15, to: 10, used: 12 }),
    'seats-impossible': seatsNotChanged(to, { from: 5, to: -1, used: 0 }),
    'request-for-sales': requestForSales(to.config, asked),
    'request-approved-now': requestApproved(to, { additionalLicenses: 5, effective: 'now' }),
    'request-approved-later': requestApproved(to, { additionalLicenses: 1, effective: 'period_end' }),
    'request-declined': requestDeclined(to, { additionalLicenses: 5, reason: text }),
    'cancellation-for-sales': cancellationForSales(to.config, {
      organization,
      planName,
      lastDay: '2027-07-31',
      isOver: false,
      canceledBy: person,
    }),
  }
}

/** Each letter there is, by a name. */
export const everyLetter = (typed: Typed): Record<string, Letter> => ({
  ...invoiceLetters(typed),
  ...reminderLetters(typed),
  ...standingLetters(typed),
  ...seatLetters(typed),
})
