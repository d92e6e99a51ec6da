import * as z from 'zod/mini'
import { refusals, type Endpoint } from '#contract/endpoint.ts'
import { Day } from '#contract/text.ts'
import { InvoiceFilter } from './invoices.ts'
import { AGES } from './ages.ts'

/** Outstanding balances of all organizations by days overdue, in the order of `AGES`. */
export const Ageing = z.array(z.object({ age: z.enum(AGES), amount: z.string(), invoices: z.int32() }))
export type Ageing = z.infer<typeof Ageing>

const adminUrl = '/api/admin/billing'

export const receivables = {
  ageing: {
    method: 'GET',
    url: `${adminUrl}/ageing`,
    config: { access: 'admin invoices:read' },
    schema: {
      summary: 'Sum up what is outstanding by days overdue: not yet due, 1–30, 31–60, 61–90, over 90',
      response: { 200: Ageing, ...refusals },
    },
  },
  exportInvoices: {
    method: 'GET',
    url: `${adminUrl}/invoices/export`,
    config: { access: 'admin invoices:read' },
    schema: {
      summary: 'The invoices of the same filter as CSV, newest first, drafts included',
      querystring: InvoiceFilter,
      response: { ...refusals },
    },
  },
  exportPayments: {
    method: 'GET',
    url: `${adminUrl}/payments/export`,
    config: { access: 'admin invoices:read' },
    schema: {
      summary:
        'Payments, reversals and refunds as CSV, newest first. Days are those on which the money moved, both included',
      querystring: z.object({
        organizationId: z.optional(z.uuid()),
        from: z.optional(Day),
        to: z.optional(Day),
      }),
      response: { ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
