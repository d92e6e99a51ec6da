import * as z from 'zod/mini'
import { Search } from '#contract/lists.ts'
import { TicketPriority, TicketStatus } from './ticket-fields.ts'

/** Left unread for readers who are no staff, but for the status, the priority and the search. */
export const TicketFilter = z.object({
  search: Search,
  status: z.optional(TicketStatus),
  priority: z.optional(TicketPriority),
  /** 'none': without one. */
  category: z.optional(z.union([z.uuid(), z.literal('none')])),
  /** 'me', 'none' or somebody's id. */
  assignee: z.optional(z.union([z.uuid(), z.enum(['me', 'none'])])),
  /** Those whose next answer or solution is too late. */
  late: z.optional(z.literal('1')),
})
export type TicketFilter = z.infer<typeof TicketFilter>
