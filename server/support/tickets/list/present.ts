import { isSettled } from '#contract/support/ticket-fields.ts'
import type { Target } from '#contract/support/tickets.ts'
import type { TicketRow } from './queries.ts'

/** A ticket as the contract shows it. Settled without an answer, there is none to wait for. */
export const present = <Row extends TicketRow>({
  firstDueAt,
  firstResponseAt,
  isFirstMissed,
  resolutionDueAt,
  isResolutionMissed,
  ...ticket
}: Row) => ({
  ...ticket,
  firstResponse: isSettled(ticket) && !firstResponseAt ? null : targetOf(firstDueAt, firstResponseAt, isFirstMissed),
  resolution: targetOf(resolutionDueAt, ticket.resolvedAt, isResolutionMissed),
})

const targetOf = (dueAt: string | null, metAt: string | null, isMissed: boolean | null): Target | null =>
  dueAt === null || isMissed === null ? null : { dueAt, metAt, isMissed }
