import * as z from 'zod/mini'
import { hasChange } from '#contract/endpoint.ts'
import { TicketPriority, TicketStatus } from './ticket-fields.ts'

const changes = {
  status: z.optional(TicketStatus),
  priority: z.optional(TicketPriority),
  categoryId: z.optional(z.nullable(z.uuid())),
  /** A staff member. */
  assigneeId: z.optional(z.nullable(z.uuid())),
}

export const TicketChanges = z.object(changes).check(hasChange())
export type TicketChanges = z.infer<typeof TicketChanges>

export const MAX_BULK = 200

export const BulkChange = z
  .object({
    ids: z.array(z.uuid()).check(
      z.minLength(1, 'Choose at least one ticket'),
      z.maxLength(MAX_BULK, `At most ${MAX_BULK} tickets can be changed at once.`),
      z.refine((ids) => new Set(ids).size === ids.length, 'Each ticket can be listed only once'),
    ),
    ...changes,
  })
  .check(hasChange('ids'))
export type BulkChange = z.infer<typeof BulkChange>

/** `merged`: tickets left as they are, because another status would separate them from the one they were merged into. */
export const BulkChanged = z.object({ changed: z.int32(), merged: z.int32() })
