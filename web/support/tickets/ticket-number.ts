import type { Ticket } from '#contract/support/tickets.ts'

const PART_OF_ID = 8

/** As the server numbers it; without a number, by its year and the start of its id. */
export const numberOf = ({ ticketNumber, createdAt, id }: Pick<Ticket, 'ticketNumber' | 'createdAt' | 'id'>) =>
  ticketNumber || `TKT-${new Date(createdAt).getFullYear()}-${id.slice(0, PART_OF_ID).toUpperCase()}`
