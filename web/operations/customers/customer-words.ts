import { CustomerStatus } from '#contract/operations/customers.ts'
import type { Tone } from '#web/ui/tone.ts'

type Look = { tone: Tone; children: string }

const statuses: Record<CustomerStatus, Look> = {
  active: { tone: 'success', children: 'Active' },
  pending: { tone: 'warning', children: 'Awaiting approval' },
  suspended: { tone: 'danger', children: 'Suspended' },
}

/** For `<Badge {...customerBadge(status)} />`. */
export const customerBadge = (status: CustomerStatus) => statuses[status]

export const statusOptions = [
  { value: '', label: 'All statuses' },
  ...CustomerStatus.options.map((value) => ({ value, label: customerBadge(value).children })),
]
