import * as z from 'zod/mini'
import { refusals, type Endpoint } from './endpoint.ts'
import { listQuery } from './lists.ts'
import { Instant } from './text.ts'

export const MailStatus = z.enum(['queued', 'sent', 'failed'])

/** A mail as it was written, readable by the operator of a demo. */
export const Mail = z.object({
  id: z.uuid(),
  /** What it is about: 'payment-reminder'. */
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  status: MailStatus,
  attempts: z.number(),
  lastError: z.nullable(z.string()),
  createdAt: Instant,
  sentAt: z.nullable(Instant),
})
export type Mail = z.infer<typeof Mail>

export const outbox = {
  list: {
    method: 'GET',
    url: '/api/admin/outbox',
    config: { access: 'admin' },
    schema: {
      summary: 'Mails of this portal, newest first; demo mode only',
      querystring: listQuery(MailStatus),
      response: { 200: z.array(Mail), ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
