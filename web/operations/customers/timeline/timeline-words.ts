import {
  CreditCard,
  KeyRound,
  LifeBuoy,
  LogIn,
  Mail,
  MonitorSmartphone,
  ReceiptText,
  RefreshCw,
  UserRound,
  type LucideIcon,
} from 'lucide-react'
import { InvoiceStatus, PaymentKind } from '#contract/billing/invoices.ts'
import { actionName } from '#contract/operations/audit/audit-actions.ts'
import { TimelineKind, type TimelineEntry } from '#contract/operations/timeline.ts'
import { TicketStatus } from '#contract/support/ticket-fields.ts'
import { links } from '#web/app/links.ts'
import { invoiceStatusName, paymentWords } from '#web/billing/invoices/invoice-words.ts'
import { statusBadge } from '#web/support/support-desk/ticket-badges.ts'

export const kindLooks: Record<TimelineKind, { Icon: LucideIcon; name: string }> = {
  license: { Icon: KeyRound, name: 'Licenses' },
  device: { Icon: MonitorSmartphone, name: 'Devices and versions' },
  ticket: { Icon: LifeBuoy, name: 'Tickets' },
  email: { Icon: Mail, name: 'Emails' },
  invoice: { Icon: ReceiptText, name: 'Invoices' },
  payment: { Icon: CreditCard, name: 'Payments' },
  subscription: { Icon: RefreshCw, name: 'Subscription' },
  sign_in: { Icon: LogIn, name: 'Sign-ins' },
  account: { Icon: UserRound, name: 'Accounts' },
}

export const kindOptions = [
  { value: '', label: 'Everything' },
  ...TimelineKind.options.map((value) => ({ value, label: kindLooks[value].name })),
]

/** 'License activated', 'Invoice overdue', 'Version 4.3.0 started' */
export function eventText({ event, detail, outcome }: TimelineEntry) {
  const [noun = '', verb = ''] = event.split('.')
  if (outcome === 'refused') return `${actionName(event)} refused`
  if (noun === 'email') return 'Email'
  if (noun === 'version') return `Version ${detail} started`
  if (noun === 'credit-note') return 'Credit note issued'
  const status = TicketStatus.options.find((option) => event === 'ticket.updated' && option === detail)
  if (status) return `Ticket: ${statusBadge[status].children}`
  const payment = PaymentKind.options.find((kind) => noun === 'payment' && kind === verb)
  if (payment) return paymentWords[payment]
  const invoice = InvoiceStatus.options.find((option) => noun === 'invoice' && option === verb)
  return invoice ? `Invoice: ${invoiceStatusName(invoice)}` : actionName(event)
}

/** Beside the actor, unless the text says it. */
export const detailText = ({ event, detail }: TimelineEntry) =>
  event === 'version.started' || event === 'ticket.updated' ? null : detail

type Reader = { customerId: string; isAdmin: boolean }

/** The screen of an entry's subject that the reader may open. */
export function linkOf({ subject, kind }: TimelineEntry, { customerId, isAdmin }: Reader) {
  const here = (query: Record<string, string>) => `${links.customer(customerId)}?${new URLSearchParams(query)}`
  if (!subject) return isAdmin && kind === 'subscription' ? `${links.organization(customerId)}&tab=subscription` : null
  const { id, name } = subject
  if (subject.kind === 'person') return here({ tab: 'people', search: name ?? '' })
  if (id === null) return null
  if (subject.kind === 'ticket') return links.ticket(id)
  if (subject.kind === 'invoice') return here({ tab: 'invoices', ...(isAdmin && { invoice: id }) })
  return isAdmin ? links.license(id) : here({ tab: 'licenses', diagnose: id })
}
