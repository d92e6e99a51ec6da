export { planHours } from './business-hours/business-hours.ts'
export { businessHoursRoutes } from './business-hours/routes.ts'
export { documentRoutes } from './documents/routes.ts'
export { searchDocuments } from './documents/search-queries.ts'
export { inboxRoutes } from './inbox/routes.ts'
export { teamworkRoutes } from './teamwork/routes.ts'
export { supportDeskRoutes } from './support-desk/routes.ts'
export {
  isUnfinished,
  joinWaiting,
  listTickets,
  openTicketsOf,
  readQueue,
  ticketNumber,
  waitingTicketsOf,
} from './tickets/actions.ts'
export { ticketExamples } from './tickets/emails/emails.ts'
export { liveTicketRoutes } from './tickets/routes.ts'
export { mailTicket, readTicketEmail } from './tickets/emails/announce.ts'
export { TICKET_MAIL_DELAY } from './tickets/emails/announce.ts'
export { ticketMessageRoutes } from './tickets/messages/routes.ts'
export { ticketRoutes } from './tickets/routes.ts'
export { readInboxSql } from './tickets/list/reading.ts'
export { selectViewCounts } from './tickets/list/view-queries.ts'
export { searchTickets } from './tickets/list/queries.ts'
export { firstTarget, resolutionTarget } from './tickets/target-queries.ts'
