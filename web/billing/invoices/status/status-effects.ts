import { isCounted, isOutstanding, type Invoice, type InvoiceStatus } from '#contract/billing/invoices.ts'
import type { StatusChangePreview } from '#contract/billing/status-previews.ts'
import { formatLongDate } from '#contract/dates.ts'
import { toCents } from '#contract/money.ts'
import { mailName } from '#contract/operations/emails/mail-kinds.ts'
import { formatLastDay } from '#web/app/words/business-days.ts'

type ChangedInvoice = Pick<Invoice, 'status' | 'periodStart' | 'organizationName'>

export function statusEffects(invoice: ChangedInvoice, next: InvoiceStatus, preview: StatusChangePreview) {
  const effects = [
    ...visibility(invoice, preview),
    ...newDueDay(preview),
    ...money(preview),
    ...balance(invoice, next),
    ...subscription(preview),
    ...emailEffects(preview.emails),
  ]
  return effects.length > 0 ? effects : ['Only the status changes: no money moves and no email is sent.']
}

function visibility({ organizationName }: ChangedInvoice, { isShown: { before, after } }: StatusChangePreview) {
  if (before === after) return []
  return [after ? `${organizationName} can see it.` : `${organizationName} can no longer see it.`]
}

const newDueDay = ({ dueDate }: StatusChangePreview) =>
  dueDate ? [`Makes it due on ${formatLongDate(dueDate)}, because its due date has passed.`] : []

const isSome = (amount: string) => toCents(amount) > 0

const money = ({ recordedAmount, reversedAmount, returnedCredit, reopened }: StatusChangePreview) => [
  ...(isSome(recordedAmount) ? [`Records a payment of R${recordedAmount}, received today.`] : []),
  ...(isSome(reversedAmount) ? [`Reverses the R${reversedAmount} paid on it.`] : []),
  ...(isSome(returnedCredit) ? [`Returns R${returnedCredit} to the organization's credit.`] : []),
  ...(reopened.length > 0
    ? [`Makes ${reopened.join(', ')} outstanding again: credit from this invoice paid them.`]
    : []),
]

function balance({ status, periodStart }: ChangedInvoice, next: InvoiceStatus) {
  if (status === 'paid' && isOutstanding({ status: next })) return ['It is outstanding again.']
  if (!isCounted({ status }) || isCounted({ status: next })) return []
  const cleared = 'It no longer counts: nothing is outstanding on it.'
  return periodStart ? [cleared, 'A renewal is invoiced again, with the price and seats at that time.'] : [cleared]
}

const words: Record<string, string> = { past_due: 'past due' }

function subscription({ subscription: changed }: StatusChangePreview) {
  if (!changed) return []
  const { before, after } = changed
  const until = formatLastDay(after.currentPeriodEnd)
  return [
    ...(after.currentPeriodEnd > before.currentPeriodEnd ? [`Renews the subscription until ${until}.`] : []),
    ...(after.currentPeriodEnd < before.currentPeriodEnd
      ? [`Returns the subscription to the period that ends on ${until}.`]
      : []),
    ...(after.status === before.status ? [] : [`Makes the subscription ${words[after.status] ?? after.status}.`]),
  ]
}

const MOST_NAMED = 3

export type QueuedEmail = StatusChangePreview['emails'][number]

export function emailEffects(queued: QueuedEmail[]) {
  const byKind = Map.groupBy(queued, ({ kind }) => kind)
  return Array.from(byKind, ([kind, all]) => {
    const named = all.slice(0, MOST_NAMED).map(({ to }) => to)
    const others = all.length > MOST_NAMED ? [`${all.length - MOST_NAMED} more`] : []
    return `Emails “${mailName(kind)}” to ${[...named, ...others].join(', ')}.`
  })
}
