import { invoiceCredited, invoiceIssued, paymentReceived } from '#server/billing/emails/invoices.ts'
import type { OldestDue } from '#server/billing/emails/queries.ts'
import { paymentReminder } from '#server/billing/emails/reminders.ts'
import { paymentReversed } from '#server/billing/emails/reversal.ts'
import { plusDays } from '#server/domain/calendar.ts'
import type { Examples, ExampleData } from '#server/domain/example-data.ts'

const AMOUNT = 1_449_900
const PART = 449_900

const invoiceDue = ({ id, day, year }: ExampleData, days: number) => ({
  id,
  invoiceNumber: `INV-${year}-00042`,
  amountCents: AMOUNT,
  paidCents: 0,
  creditedCents: 0,
  balanceCents: AMOUNT,
  dueDate: day(days),
  isLate: days < 0,
  firstDay: day(days),
  lastDay: plusDays(day(days), 29),
})

export const oldestDue = ({ day }: ExampleData, daysLate: number) => ({
  today: day(0),
  day: day(-daysLate),
  subscriptionDay: day(-daysLate),
})

export function moneyExamples(
  world: ExampleData,
): Examples<'invoice-issued' | 'payment-received' | 'payment-reversed' | 'invoice-credited' | 'payment-reminder'> {
  return {
    'invoice-issued': issuedExamples(world),
    'payment-received': receivedExamples(world),
    'payment-reversed': reversedExamples(world),
    'invoice-credited': creditedExamples(world),
    'payment-reminder': reminderExamples(world),
  }
}

function issuedExamples(world: ExampleData) {
  const { config, reader, words } = world
  const to = { config, to: reader }
  const invoice = invoiceDue(world, 7)
  const items = [
    { description: words('Standard Plan'), quantity: 25, amountCents: 1_249_900 },
    { description: '+5 seats', quantity: 5, amountCents: 249_900 },
    { description: '-2 seats', quantity: 2, amountCents: -49_900 },
  ]
  const partly = { ...invoice, paidCents: PART, balanceCents: AMOUNT - PART }
  return {
    'To pay': invoiceIssued(to, { invoice, items }),
    'Paid in part from credit': invoiceIssued(to, { invoice: partly, items }),
    'Paid from credit': invoiceIssued(to, { invoice: { ...invoice, paidCents: AMOUNT, balanceCents: 0 }, items }),
    'Written by hand': invoiceIssued(to, { invoice: { ...invoice, firstDay: null, lastDay: null }, items: [] }),
    'To an organization without administrators': invoiceIssued(
      { config, to: { ...reader, firstName: null } },
      { invoice, items },
    ),
  }
}

function receivedExamples(world: ExampleData) {
  const to = { config: world.config, to: world.reader }
  const invoice = invoiceDue(world, 7)
  const partly = { paidCents: PART, balanceCents: AMOUNT - PART }
  const paid = { ...invoice, paidCents: AMOUNT, balanceCents: 0 }
  const received = (facts: Partial<typeof invoice>, amountCents: number, creditCents = 0) =>
    paymentReceived(to, { invoice: { ...invoice, ...facts }, amountCents, creditCents })
  return {
    'In full': received(paid, AMOUNT),
    'In part': received(partly, PART),
    'In part, late': received({ ...invoiceDue(world, -3), ...partly }, PART),
    'Too much': received(paid, AMOUNT + PART, PART),
  }
}

function reversedExamples(world: ExampleData) {
  const to = { config: world.config, to: world.reader }
  const reversed = (daysLate: number, changes: Partial<Parameters<typeof paymentReversed>[1]> = {}) => {
    const invoice = { ...invoiceDue(world, -daysLate), status: 'issued' as const, daysLate }
    const reason = world.words('The bank returned it.')
    const facts = {
      amountCents: AMOUNT,
      reason,
      others: [],
      creditCents: 0,
      oldestDue: oldestDue(world, daysLate),
      ...changes,
    }
    return paymentReversed(to, { invoice, ...facts })
  }
  const paid = { ...invoiceDue(world, 7), status: 'paid' as const, daysLate: -7, balanceCents: 0 }
  const other = {
    ...invoiceDue(world, 30),
    status: 'issued' as const,
    daysLate: -30,
    invoiceNumber: `INV-${world.year}-00051`,
  }
  return {
    'To pay': reversed(-7),
    Late: reversed(3),
    'So late that devices stop': reversed(20),
    'Recorded by mistake': reversed(3, { reason: null }),
    'Still paid from credit': reversed(-7, { invoice: paid, creditCents: PART }),
    'Of an invoice credited in full': reversed(-7, { invoice: { ...paid, creditedCents: AMOUNT } }),
    'The invoice voided, too': reversed(-7, { invoice: { ...paid, status: 'void' }, reason: null }),
    'Its credit was used': reversed(-7, { others: [{ ...other, balanceCents: PART }] }),
    'Its credit was paid out, without devices': reversed(-7, { creditCents: -PART, oldestDue: undefined }),
  }
}

function creditedExamples(world: ExampleData) {
  const to = { config: world.config, to: world.reader }
  const invoice = invoiceDue(world, 7)
  const creditNote = {
    creditNoteNumber: `CN-${world.year}-00003`,
    amountCents: PART,
    reason: world.words('One of the ten templates was not needed.'),
  }
  const credited = (balanceCents: number, creditCents: number) =>
    invoiceCredited(to, { invoice: { ...invoice, balanceCents }, creditNote, creditCents })
  return { 'To pay less': credited(AMOUNT - PART, 0), 'Paid already': credited(0, PART) }
}

function reminderExamples(world: ExampleData) {
  const to = { config: world.config, to: world.reader }
  type Facts = { days?: number; balanceCents?: number; oldestDue?: OldestDue; isByHand?: boolean }
  const remind = (stage: number, { days = stage, ...facts }: Facts = {}) => {
    const { id, invoiceNumber, amountCents, balanceCents, dueDate } = invoiceDue(world, -days)
    const invoice = { id, invoiceNumber, amountCents, balanceCents, dueDate, isOfSubscription: true }
    return paymentReminder(to, { ...invoice, oldestDue: oldestDue(world, days), ...facts, stage, daysLate: days })
  }
  return {
    '7 days before': remind(-7),
    'On the day': remind(0),
    'A day late': remind(0, { days: 1 }),
    '7 days late': remind(7),
    '7 days late, paid in part': remind(7, { balanceCents: AMOUNT - PART }),
    '14 days late': remind(14),
    '14 days late, with an older one': remind(14, { oldestDue: oldestDue(world, 40) }),
    '30 days late': remind(30),
    '30 days late, without devices': remind(30, { oldestDue: undefined }),
    'By hand, 40 days late': remind(30, { days: 40, isByHand: true }),
    'By hand, before it is due': invoiceIssued(to, { invoice: invoiceDue(world, 7), items: [], isAgain: true }),
  }
}
