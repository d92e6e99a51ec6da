import { daysBetween, plusDays } from '#contract/dates.ts'
import { sumCents } from '#contract/money.ts'
import { createdAt, type NumberedInvoice } from '#demo/billing/billed.ts'
import {
  creditNoteFile,
  invoiceCredited,
  invoiceFile,
  invoiceIssued,
  onceKey,
  paymentReceived,
  paymentReminder,
} from '#server/billing/public.ts'
import type { invoiceReminders } from '#server/database/schema/billing/invoices.ts'
import type { creditNotes } from '#server/database/schema/billing/payments.ts'
import { dayOf } from '#server/domain/calendar.ts'
import { balanceOf } from '#server/domain/invoices.ts'
import { toAdmins, type EmailSources, type SentEmail } from './sent-emails.ts'

type CreditNote = typeof creditNotes.$inferInsert & { id: string }
type Reminder = typeof invoiceReminders.$inferInsert & { createdAt: string }
type Money = { numbered: NumberedInvoice[]; creditNotes: CreditNote[]; reminders: Reminder[] }

/** The invoice as it was at this time. */
export function invoiceAt({ billed, invoiceNumber }: NumberedInvoice, at: string) {
  const { id, amountCents, dueDate, periodStart, periodEnd } = billed.facts
  const paidCents = sumCents(billed.money.filter((entry) => entry.at <= at))
  const creditedCents = billed.credit && billed.credit.at <= at ? billed.credit.amountCents : 0
  return {
    id,
    invoiceNumber,
    amountCents,
    paidCents,
    creditedCents,
    balanceCents: Math.max(0, balanceOf({ amountCents, paidCents, creditedCents })),
    dueDate,
    isLate: dueDate < dayOf(at),
    firstDay: periodStart ? dayOf(periodStart) : null,
    lastDay: periodEnd ? plusDays(dayOf(periodEnd), -1) : null,
  }
}

/** The organization's credit at this time, in cents. */
const creditAt = (numbered: NumberedInvoice[], organizationId: string, at: string) =>
  numbered
    .filter(({ billed }) => billed.facts.organizationId === organizationId)
    .flatMap(({ billed }) => billed.money)
    .filter((entry) => entry.kind.startsWith('credit_') && entry.at <= at)
    .reduce((sum, { amountCents }) => sum - amountCents, 0)

export const emailsOfInvoices = (sources: EmailSources, money: Money): SentEmail[] =>
  money.numbered.flatMap((numbered) => [
    ...issued(sources, numbered),
    ...received(sources, money, numbered),
    ...credited(sources, money, numbered),
  ])

function issued(sources: EmailSources, numbered: NumberedInvoice) {
  const { billed } = numbered
  const at = createdAt(billed)
  if (billed.statusChanges[0].to !== 'issued') return []
  const invoice = invoiceAt(numbered, at)
  return toAdmins(sources, billed.facts.organizationId, {
    at,
    once: onceKey.issued(invoice.id),
    compose: (to) => invoiceIssued(to, { invoice, items: billed.lines }),
    attachment: invoiceFile({ ...invoice, organizationId: billed.facts.organizationId }),
  })
}

const received = (sources: EmailSources, { numbered: all }: Money, numbered: NumberedInvoice) =>
  numbered.billed.money.flatMap(({ kind, amountCents, at }, index) => {
    if (kind !== 'payment') return []
    const { organizationId } = numbered.billed.facts
    const invoice = invoiceAt(numbered, at)
    return toAdmins(sources, organizationId, {
      at,
      once: onceKey.received(invoice.id, index + 1),
      compose: (to) => paymentReceived(to, { invoice, amountCents, creditCents: creditAt(all, organizationId, at) }),
      attachment: invoiceFile({ ...invoice, organizationId }),
    })
  })

const credited = (sources: EmailSources, { numbered: all, creditNotes: notes }: Money, numbered: NumberedInvoice) =>
  notes
    .filter(({ invoiceId }) => invoiceId === numbered.billed.facts.id)
    .flatMap(({ id, organizationId, createdAt: at = sources.calendar.now, ...creditNote }) =>
      toAdmins(sources, organizationId, {
        at,
        once: onceKey.credited(id),
        compose: (to) =>
          invoiceCredited(to, {
            invoice: invoiceAt(numbered, at),
            creditNote,
            creditCents: creditAt(all, organizationId, at),
          }),
        attachment: creditNoteFile({ id, organizationId, creditNoteNumber: creditNote.creditNoteNumber }),
      }),
    )

/** Reminders around the due date of outstanding invoices. */
export const emailsOfReminders = (sources: EmailSources, { numbered: all, reminders }: Money): SentEmail[] =>
  reminders.flatMap(({ organizationId, invoiceId, stageDays: stage, createdAt: at }) => {
    const numbered = all.find(({ billed }) => billed.facts.id === invoiceId)
    const customer = sources.customers.find(({ id }) => id === organizationId)
    if (!numbered) return []
    const invoice = invoiceAt(numbered, at)
    const daysLate = daysBetween(invoice.dueDate, dayOf(at))
    const { dueDate } = invoice
    const isRunning = customer?.subscription?.endedAt === null
    const oldestDue = isRunning ? { today: dayOf(at), day: dueDate, subscriptionDay: dueDate } : undefined
    const isOfSubscription = Boolean(numbered.billed.facts.subscriptionId)
    return toAdmins(sources, organizationId, {
      at,
      once: onceKey.reminded(invoiceId, stage),
      compose: (to) => paymentReminder(to, { ...invoice, stage, daysLate, oldestDue, isOfSubscription }),
      attachment: invoiceFile({ ...invoice, organizationId }),
    })
  })
