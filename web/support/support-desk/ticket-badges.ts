import { TicketPriority, TicketStatus } from '#contract/support/ticket-fields.ts'
import type { Tone } from '#web/ui/tone.ts'

type Look = { tone: Tone; children: string }

export const statusBadge: Record<TicketStatus, Look> = {
  open: { tone: 'info', children: 'Open' },
  in_progress: { tone: 'violet', children: 'In Progress' },
  waiting_customer: { tone: 'warning', children: 'Waiting Response' },
  resolved: { tone: 'success', children: 'Resolved' },
  closed: { tone: 'neutral', children: 'Closed' },
}

export const priorityBadge: Record<TicketPriority, Look> = {
  low: { tone: 'neutral', children: 'Low' },
  medium: { tone: 'info', children: 'Medium' },
  high: { tone: 'warning', children: 'High' },
  urgent: { tone: 'danger', children: 'Urgent' },
}

const optionsOf = <Value extends string>(badges: Record<Value, Look>, values: readonly Value[]) =>
  values.map((value) => ({ value, label: badges[value].children }))

export const statusOptions = optionsOf(statusBadge, TicketStatus.options)
export const priorityOptions = optionsOf(priorityBadge, TicketPriority.options)
