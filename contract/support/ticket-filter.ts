import * as z from 'zod/mini'
import { Search } from '#contract/lists.ts'
import { TicketPriority, TicketStatus } from './ticket-fields.ts'

/**
 * Lists of the support inbox. `needs-answer`: the customer wrote last and the ticket is unfinished. `waiting`: for more than
 * WAITING_DAYS. `mine` and `unassigned` leave out settled tickets. All but `late` and `snoozed` leave out snoozed
 * ones.
 */
export const TicketView = z.enum(['needs-answer', 'mine', 'unassigned', 'late', 'waiting', 'snoozed'])
export type TicketView = z.infer<typeof TicketView>

export const WAITING_DAYS = 3

/** `urgency`: late tickets first, then by priority, then by the longest wait. For staff; customers see the last activity first. */
export const TicketSort = z.enum(['urgency', 'created', '-created', 'updated', '-updated'])
export type TicketSort = z.infer<typeof TicketSort>

/** Customers may only filter by status, priority and search. */
export const TicketFilter = z.object({
  view: z.optional(TicketView),
  search: Search,
  status: z.optional(TicketStatus),
  priority: z.optional(TicketPriority),
  /** 'none': without a category. */
  category: z.optional(z.union([z.uuid({ abort: true }), z.literal('none')])),
  organizationId: z.optional(z.uuid()),
  assignee: z.optional(z.union([z.uuid({ abort: true }), z.enum(['me', 'none'])])),
  /** Only tickets past a response target. */
  late: z.optional(z.literal('1')),
})
export type TicketFilter = z.infer<typeof TicketFilter>
