import * as z from 'zod/mini'
import { refusals, type Endpoint } from '#contract/endpoint.ts'
import { listQuery } from '#contract/lists.ts'
import { Instant } from '#contract/text.ts'
import { MAIL_KINDS } from './mail-kinds.ts'

export const MailStatus = z.enum(['queued', 'sent', 'failed'])

/** A mail as it was written, readable by the operator of a demo. */
export const Mail = z.object({
  id: z.uuid(),
  /** The kind: 'payment-reminder'. */
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** The document that came with it, as it is now. */
  attachment: z.nullable(z.object({ fileName: z.string(), url: z.string() })),
  status: MailStatus,
  attempts: z.number(),
  lastError: z.nullable(z.string()),
  createdAt: Instant,
  sentAt: z.nullable(Instant),
})
export type Mail = z.infer<typeof Mail>

/** One mail as its builder writes it. */
const MailExample = z.object({
  /** The variant: 'Paid in full'. */
  label: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
})
export type MailExample = z.infer<typeof MailExample>

export const MailTemplate = z.object({
  kind: z.enum(MAIL_KINDS),
  examples: z.array(MailExample).check(z.minLength(1)),
})
export type MailTemplate = z.infer<typeof MailTemplate>

export const outbox = {
  list: {
    method: 'GET',
    url: '/api/admin/outbox',
    config: { access: 'admin' },
    schema: {
      summary: 'Emails of this portal, newest first; demo mode only',
      querystring: listQuery(MailStatus),
      response: { 200: z.array(Mail), ...refusals },
    },
  },
  templates: {
    method: 'GET',
    url: '/api/admin/outbox/templates',
    config: { access: 'admin' },
    schema: {
      summary: 'Every kind of mail with example data, in the order of contract/mail-kinds; demo mode only',
      response: { 200: z.array(MailTemplate), ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
