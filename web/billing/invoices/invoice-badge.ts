import type { InvoiceStatus } from '#contract/billing/invoices.ts'
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

/** For `<Badge {...invoiceBadge(status)} />`. */
export const invoiceBadge = (status: InvoiceStatus) => looks[status]
