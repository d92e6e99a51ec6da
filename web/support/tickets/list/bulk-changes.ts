import { TicketStatus } from '#contract/support/ticket-fields.ts'
import { namedOptions, type NamedChoice } from '#web/app/words/named-options.ts'
import { statusOptions } from '#web/support/support-desk/ticket-badges.ts'

export const NO_CHANGE = { status: '', category: '', assignee: '' }
export type BulkChoice = typeof NO_CHANGE

export const NONE = 'none'
const orNone = (value: string) => (value === NONE ? null : value)

export const changesOf = ({ status, category, assignee }: BulkChoice) => ({
  ...(status && { status: TicketStatus.parse(status) }),
  ...(category && { categoryId: orNone(category) }),
  ...(assignee && { assigneeId: orNone(assignee) }),
})

/** 'Status: Resolved' */
export function changeWords(
  { status, category, assignee }: BulkChoice,
  categories: readonly NamedChoice[],
  people: readonly NamedChoice[],
) {
  const nameIn = (named: readonly NamedChoice[], id: string) =>
    namedOptions(named).find(({ value }) => value === id)?.label
  return [
    ...(status ? [`Status: ${statusOptions.find(({ value }) => value === status)?.label}`] : []),
    ...(category ? [`Category: ${nameIn(categories, category) ?? 'No category'}`] : []),
    ...(assignee ? [`Assignee: ${nameIn(people, assignee) ?? 'Unassigned'}`] : []),
  ]
}
