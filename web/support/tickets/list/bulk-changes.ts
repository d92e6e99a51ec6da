import type { TicketChanges } from '#contract/support/ticket-changes.ts'
import { TicketStatus } from '#contract/support/ticket-fields.ts'
import { fieldName } from '#contract/text.ts'
import { namedOptions, type NamedChoice } from '#web/app/words/named-options.ts'
import { statusOptions } from '#web/support/support-desk/ticket-badges.ts'

export const NO_CHANGE = { status: '', category: '', assignee: '' }
export type BulkChoice = typeof NO_CHANGE

export const NONE = 'none'
const orNone = (value: string) => (value === NONE ? null : value)

const names = Object.keys(NO_CHANGE) as (keyof BulkChoice)[]

const changes: Record<keyof BulkChoice, (value: string) => TicketChanges> = {
  status: (value) => ({ status: TicketStatus.parse(value) }),
  category: (value) => ({ categoryId: orNone(value) }),
  assignee: (value) => ({ assigneeId: orNone(value) }),
}

export const changesOf = (chosen: BulkChoice): TicketChanges =>
  Object.assign({}, ...names.map((name) => chosen[name] && changes[name](chosen[name])))

/** 'Status: Resolved' */
export function changeWords(chosen: BulkChoice, categories: readonly NamedChoice[], people: readonly NamedChoice[]) {
  const nameIn = (named: readonly NamedChoice[], id: string) =>
    namedOptions(named).find(({ value }) => value === id)?.label
  const words: Record<keyof BulkChoice, string | undefined> = {
    status: statusOptions.find(({ value }) => value === chosen.status)?.label,
    category: nameIn(categories, chosen.category) ?? 'No category',
    assignee: nameIn(people, chosen.assignee) ?? 'Unassigned',
  }
  return names.filter((name) => chosen[name]).map((name) => `${fieldName(name)}: ${words[name]}`)
}
