import type { TicketDetail } from '#contract/support/tickets.ts'
import { namedOptions, type NamedChoice } from '#web/app/words/named-options.ts'

export const optionsOrNone = (none: string, things: readonly NamedChoice[]) => [
  { value: '', label: none },
  ...namedOptions(things),
]

/** A suspended assignee can't be chosen, but remains until replaced. */
export const withAssignee = (
  people: readonly NamedChoice[],
  { assigneeId, assigneeName }: Pick<TicketDetail, 'assigneeId' | 'assigneeName'>,
) =>
  !assigneeId || people.some(({ id }) => id === assigneeId)
    ? people
    : [...people, { id: assigneeId, name: assigneeName ?? '' }]
