import * as z from 'zod/mini'
import { Instant } from '#contract/text.ts'

export const TicketEvent = z.object({
  id: z.string(),
  createdAt: Instant,
  /** As in the audit log: 'ticket.updated'. */
  action: z.string(),
  actorName: z.nullable(z.string()),
  /** Field → [before, after]; categories and people by name. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
})
export type TicketEvent = z.infer<typeof TicketEvent>
