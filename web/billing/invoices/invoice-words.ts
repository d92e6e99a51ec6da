import { isCreditedInFull, type InvoiceStatus, type PaymentKind, type Invoice } from '#contract/billing/invoices.ts'
import type { Tone } from '#web/ui/tone.ts'

type Look = { tone: Tone; look?: 'outline' | 'struck'; children: string }

const looks: Record<InvoiceStatus, Look> = {
  draft: { tone: 'neutral', children: 'Draft' },
  issued: { tone: 'info', children: 'Issued' },
  pending: { tone: 'info', children: 'Pending' },
  paid: { tone: 'success', children: 'Paid' },
  overdue: { tone: 'danger', children: 'Overdue' },
  failed: { tone: 'danger', look: 'outline', children: 'Failed' },
  cancelled: { tone: 'neutral', look: 'struck', children: 'Cancelled' },
  void: { tone: 'neutral', look: 'struck', children: 'Void' },
}

export const invoiceStatusName = (status: InvoiceStatus) => looks[status].children

const CREDITED: Look = { tone: 'neutral', children: 'Credited' }

/** For `<Badge {...invoiceBadge(invoice)} />`. In the end, nothing was paid of one that was credited in full. */
export const invoiceBadge = (invoice: Pick<Invoice, 'status' | 'amount' | 'creditedAmount'>) =>
  invoice.status === 'paid' && isCreditedInFull(invoice) ? CREDITED : statusBadge(invoice)

/** Where credit notes are not shown. */
export const statusBadge = ({ status }: Pick<Invoice, 'status'>) => looks[status]

export const paymentWords: Record<PaymentKind, string> = {
  payment: 'Payment',
  reversal: 'Payment reversed',
  credit_kept: 'Kept as credit',
  credit_used: 'Paid from credit',
  refund: 'Refund',
}

/** For `<DownloadLink {...invoiceFile(invoice)} />`, which renders nothing without a file. */
export const invoiceFile = ({ invoiceUrl, invoiceNumber }: Pick<Invoice, 'invoiceUrl' | 'invoiceNumber'>) => ({
  href: invoiceUrl,
  label: `Download invoice ${invoiceNumber}`,
  title: 'Download PDF',
})
