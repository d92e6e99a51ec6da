import * as z from 'zod/mini'
import { Done, refusals, type Endpoint } from '#contract/endpoint.ts'
import { listQuery } from '#contract/lists.ts'
import { Instant } from '#contract/text.ts'
import { MAIL_KINDS } from './emails/mail-kinds.ts'

/** Takes the place of a secret in a stored email after it was sent. */
export const REMOVED = '(removed)'

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
  /** Why it stays queued, in one sentence. Null if it is not queued, or about to be sent. */
  queuedBecause: z.nullable(z.string()),
  attempts: z.int32(),
  lastError: z.nullable(z.string()),
  createdAt: Instant,
  sentAt: z.nullable(Instant),
})
export type Mail = z.infer<typeof Mail>

/** Why an email is not sent again, or undefined if it may be. */
export function refusalToResend({ status, queuedBecause, text }: Pick<Mail, 'status' | 'queuedBecause' | 'text'>) {
  if (text.includes(REMOVED)) return 'Its link works no longer. Ask the recipient to request a new one.'
  if (status === 'failed') return 'This email could not be sent. View jobs says whether it is tried again.'
  return status === 'queued' && queuedBecause === null ? 'This email is about to be sent.' : undefined
}

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
  resend: {
    method: 'POST',
    url: '/api/admin/outbox/:id/resend',
    config: {
      access: 'admin',
      withoutStepUp: 'Sends what was written to the address that it was written for',
      consequence: 'email',
    },
    schema: {
      summary: 'Send an email again, to the same address; demo mode only',
      params: z.object({ id: z.uuid() }),
      response: { 200: Done, ...refusals },
    },
  },
  templates: {
    method: 'GET',
    url: '/api/admin/outbox/templates',
    config: { access: 'admin' },
    schema: {
      summary: 'Every kind of email with example data; demo mode only',
      response: { 200: z.array(MailTemplate), ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
