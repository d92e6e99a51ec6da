import * as z from 'zod/mini'
import { refusals, type Endpoint } from './endpoint.ts'
import { listQuery } from './lists.ts'
import { Instant } from './text.ts'

export const TicketStatus = z.enum(['open', 'in_progress', 'waiting_customer', 'resolved', 'closed'])
export type TicketStatus = z.infer<typeof TicketStatus>

export const TicketPriority = z.enum(['low', 'medium', 'high', 'urgent'])
export type TicketPriority = z.infer<typeof TicketPriority>

export const Ticket = z.object({
  id: z.uuid(),
  ticketNumber: z.string(),
  title: z.string(),
  description: z.string(),
  status: TicketStatus,
  priority: TicketPriority,
  categoryId: z.nullable(z.uuid()),
  createdAt: Instant,
  updatedAt: Instant,
  organizationName: z.nullable(z.string()),
  userFirstName: z.string(),
  userLastName: z.string(),
  userEmail: z.string(),
})
export type Ticket = z.infer<typeof Ticket>

/** What the badge in the navigation counts. */
export const needsWork = ({ status }: Pick<Ticket, 'status'>) => status === 'open' || status === 'in_progress'

export const tickets = {
  list: {
    method: 'GET',
    url: '/api/tickets',
    config: { access: 'signed-in' },
    schema: {
      summary: 'Own tickets; the organization’s for its admins; all for staff',
      querystring: listQuery(TicketStatus),
      response: { 200: z.array(Ticket), ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
