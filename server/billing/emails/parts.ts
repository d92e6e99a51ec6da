import { formatDate } from '#contract/dates.ts'
import { OVERDUE_GRACE_DAYS, stopDayOf } from '#contract/licensing/devices.ts'
import { formatRand } from '#contract/money.ts'
import type { MailKind } from '#contract/operations/emails/mail-kinds.ts'
import { composeEmail } from '#server/domain/emails.ts'
import type { Config } from '#server/platform/config.ts'
import type { Block, Fact } from '#server/platform/mail/email.ts'
import type { OldestDue } from './queries.ts'
import type { Reader } from './write.ts'

export type Sender = Pick<Config, 'productName' | 'publicUrl' | 'salesEmail' | 'vendor'>

export type To = { config: Sender; to: Reader }

type Parts = { kind: MailKind; subject: string; paragraphs: Block[]; action: { label: string; url: string } }

/** An email to a customer. Locked screens show subjects: use only numbers and product names there, no customer data. */
export const toCustomer = ({ config, to }: To, parts: Parts) =>
  composeEmail(config, {
    ...parts,
    to: to.email,
    title: to.firstName ? `Hello ${to.firstName}` : 'Hello',
    ...(to.firstName === null && { audience: 'office' }),
  })

export const openBilling = ({ publicUrl }: Sender) => ({ label: 'Open billing', url: `${publicUrl}/billing` })

export const openInvoice = ({ publicUrl }: Sender, { id }: { id: string }) => ({
  label: 'Open the invoice',
  url: `${publicUrl}/billing?invoice=${id}`,
})

export const facts = (given: (Fact | false | null)[]): Block => ({
  facts: given.filter((fact) => fact !== false && fact !== null),
})

export const dayFact = (label: string, day: string): Fact => ({ label, value: formatDate(day) })

export const moneyFact = (label: string, cents: number): Fact => ({ label, value: formatRand(cents) })

export const howToPay = ({ vendor, salesEmail }: Sender, { invoiceNumber }: { invoiceNumber: string }): Block[] => [
  facts([
    vendor.bankDetails !== undefined && { label: 'Pay by EFT to', value: vendor.bankDetails },
    { label: 'Your reference', value: invoiceNumber },
  ]),
  ...(vendor.bankDetails === undefined ? [`If you don’t know where to pay, contact ${salesEmail}.`] : []),
]

export const availableCredit = (creditCents: number) =>
  creditCents > 0 ? [`You have a credit of ${formatRand(creditCents)}. Your next invoice uses it.`] : []

export const IGNORE_IF_PAID = 'If you’ve already paid, please ignore this email.'

export const UNTIL_PAID = `until no invoice is more than ${OVERDUE_GRACE_DAYS} days overdue`

/** Whether devices work and when they stop, in an email about an invoice or about none. */
export function untilDevicesStop({ day, today }: NonNullable<OldestDue>, dueDate?: string) {
  if (day === null) return 'Devices keep working.'
  const stopDay = stopDayOf(day)
  if (stopDay <= today) return `Devices don’t work ${UNTIL_PAID}.`
  const unpaid = day === dueDate ? 'the invoice' : 'your oldest invoice'
  return `Devices keep working. If ${unpaid} isn’t paid, they stop on ${formatDate(stopDay)}.`
}

export const WHILE_SUSPENDED = 'Your organization is suspended, so its licenses don’t work until it is reactivated.'

export function inDays(days: number) {
  if (days <= 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}
