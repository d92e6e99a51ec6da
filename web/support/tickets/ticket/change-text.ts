import type { TicketChanges } from '#contract/support/ticket-changes.ts'
import type { TicketDetail } from '#contract/support/tickets.ts'
import { fieldName } from '#contract/text.ts'
import { recordedValue } from '#web/app/words/recorded-value.ts'
import { priorityBadge, statusBadge } from '#web/support/support-desk/ticket-badges.ts'

export type TicketFields = Pick<TicketDetail, keyof TicketChanges>

const badges: Record<string, Record<string, { children: string }>> = { status: statusBadge, priority: priorityBadge }

/** A value in words; a status or priority as its badge shows it. */
const valueText = (field: string, value: unknown) =>
  badges[field]?.[String(value)]?.children ?? recordedValue(value) ?? 'none'

/** 'Status: Open → Resolved'. The field as the audit log names it: 'status', 'categoryId'. */
export const changeText = (field: string, before: unknown, after: unknown) =>
  `${fieldName(field.replace(/Id$/, ''))}: ${valueText(field, before)} → ${valueText(field, after)}`

type Categories = readonly { id: string; name: string }[]

/** Lists the changes that other users made since `before`. */
export function differencesText(before: TicketDetail, after: TicketDetail, categories: Categories) {
  const named = ({
    status,
    priority,
    categoryId,
    assigneeName,
  }: TicketDetail): Record<keyof TicketFields, unknown> => ({
    status,
    priority,
    categoryId: categories.find(({ id }) => id === categoryId)?.name,
    assigneeId: assigneeName,
  })
  const [was, is] = [named(before), named(after)]
  const fields = Object.keys(is) as (keyof TicketFields)[]
  return fields
    .filter((field) => before[field] !== after[field])
    .map((field) => changeText(field, was[field], is[field]))
    .join(', ')
}
