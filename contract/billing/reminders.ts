import * as z from 'zod/mini'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { Day, Instant } from '#contract/text.ts'
import { InvoiceFilter, isOutstanding } from './invoices.ts'

export const LONGEST_PAUSE = 90
export const PAUSE_RANGE = `Choose a day from today to ${LONGEST_PAUSE} days from now.`

/** The last day without reminders, in the vendor's time zone. The server's clock decides which day is today. */
export const ReminderPause = z.object({ pausedUntil: z.nullable(Day) })
export type ReminderPause = z.infer<typeof ReminderPause>

export const PauseDraft = z.object({ pausedUntil: Day })
export type PauseDraft = z.infer<typeof PauseDraft>

export const InvoiceReminders = z.object({
  lastSentAt: z.nullable(Instant),
  isSentToday: z.boolean(),
  nextOn: z.nullable(Day),
  pausedUntil: z.nullable(Day),
})
export type InvoiceReminders = z.infer<typeof InvoiceReminders>

/** Allowed while automatic reminders are paused. */
export const canRemind = isOutstanding

/** `time` is a time of today in the vendor's time zone. */
export const alreadyReminded = (time: string) =>
  `A reminder for this invoice was sent today at ${time}. The next one can be sent tomorrow.`
export const NOBODY_TO_REMIND = 'Everyone who could be reminded has turned payment reminders off.'

/** Invoices per call. */
export const MOST_REMINDED = 100

/** Reminders that would be sent now, and skipped ones with the reason. */
export const ReminderPreview = z.array(
  z.object({
    id: z.uuid(),
    invoiceNumber: z.string(),
    organizationName: z.string(),
    balance: z.string(),
    daysLate: z.int32(),
    /** Addresses; empty if it is skipped. */
    to: z.array(z.string()),
    skipped: z.nullable(z.enum(['paused', 'sent-today', 'nobody'])),
  }),
)
export type ReminderPreview = z.infer<typeof ReminderPreview>

export const ReminderBatch = z.object({
  ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(MOST_REMINDED)),
})

/** `refused` says why, for invoices that changed since the preview. */
export const ReminderResults = z.array(z.object({ id: z.uuid(), refused: z.nullable(z.string()) }))
export type ReminderResults = z.infer<typeof ReminderResults>

export const PAUSED = 'Reminders of this organization are paused.'

const adminInvoice = '/api/admin/billing/invoices/:id'

export const reminders = {
  pause: {
    method: 'PATCH',
    url: '/api/admin/organizations/:id/reminders',
    config: { access: 'admin invoices:write', withoutStepUp: 'Stops emails and moves no money', consequence: 'email' },
    schema: {
      summary: 'Pause an organization’s payment reminders until the end of a day, or resume them',
      params: IdParams,
      body: ReminderPause,
      response: { 200: ReminderPause, ...refusals },
    },
  },
  read: {
    method: 'GET',
    url: `${adminInvoice}/reminders`,
    config: { access: 'admin invoices:read' },
    schema: {
      summary: 'Get the dates of an invoice’s last and next reminder',
      params: IdParams,
      response: { 200: InvoiceReminders, ...refusals },
    },
  },
  send: {
    method: 'POST',
    url: `${adminInvoice}/remind`,
    config: {
      access: 'admin invoices:write',
      withoutStepUp: 'Repeats an email about an issued invoice',
      consequence: 'email',
    },
    schema: {
      summary: 'Send a reminder for an invoice now; at most once a day',
      params: IdParams,
      response: { 200: InvoiceReminders, ...refusals },
    },
  },
  previewAll: {
    method: 'GET',
    url: '/api/admin/billing/reminders',
    config: { access: 'admin invoices:read' },
    schema: {
      summary:
        'Preview reminders for overdue invoices of a filter, oldest first, at most 100: who gets one, and who is skipped and why',
      querystring: InvoiceFilter,
      response: { 200: ReminderPreview, ...refusals },
    },
  },
  sendAll: {
    method: 'POST',
    url: '/api/admin/billing/reminders',
    config: {
      access: 'admin invoices:write',
      withoutStepUp: 'Repeats emails about issued invoices',
      consequence: 'email',
    },
    schema: {
      summary: 'Send a reminder for each of these invoices; at most one a day for each, none during a pause',
      body: ReminderBatch,
      response: { 200: ReminderResults, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
