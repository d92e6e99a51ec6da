import * as z from 'zod/mini'
import { Search } from '#contract/lists.ts'
import { TicketPriority, TicketStatus } from './ticket-fields.ts'

/** Customers may only filter by status, priority and search. */
export const TicketFilter = z.object({
  search: Search,
  status: z.optional(TicketStatus),
  priority: z.optional(TicketPriority),
  /** 'none': without a category. */
  category: z.optional(z.union([z.uuid(), z.literal('none')])),
  /** 'me', 'none' or a user's id. */
  assignee: z.optional(z.union([z.uuid(), z.enum(['me', 'none'])])),
  /** Only tickets past a response target. */
  late: z.optional(z.literal('1')),
})
export type TicketFilter = z.infer<typeof TicketFilter>
