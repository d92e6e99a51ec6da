import type * as z from 'zod/mini'
import { isSettled } from '#contract/support/ticket-fields.ts'
import { ONLY_OWN_RATING, RATED_WHEN_SETTLED, type tickets as endpoints } from '#contract/support/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { changedFields } from '#server/platform/audit.ts'
import { conflict, forbidden } from '#server/platform/http/errors.ts'
import { publish } from '#server/platform/live/events.ts'
import { auditTicket } from '#server/support/tickets/audit-ticket.ts'
import type { By } from '#server/support/tickets/list/readable-queries.ts'
import { readTicket } from '#server/support/tickets/list/reading.ts'
import { lockTicket, updateRating } from '#server/support/tickets/queries.ts'
import { markRead } from './read-queries.ts'

type RatingBody = z.output<typeof endpoints.rate.schema.body>

export const rateTicket = (db: Database, { actor, reader }: By, id: string, { rating, comment }: RatingBody) =>
  db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, reader, id)
    if (ticket.userId !== reader.id) throw forbidden(ONLY_OWN_RATING)
    if (!isSettled(ticket)) throw conflict(RATED_WHEN_SETTLED)
    await updateRating(tx, ticket, { rating, ratingComment: comment || null })
    await auditTicket(tx, actor, 'ticket.rated', ticket, changedFields(ticket, { rating }))
    await markRead(tx, ticket, reader.id)
    await publish(tx, { ticketId: id, kind: 'changed', isInternal: false })
    return readTicket(tx, reader, id)
  })
