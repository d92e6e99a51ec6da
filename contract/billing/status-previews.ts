import * as z from 'zod/mini'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { Day, Instant } from '#contract/text.ts'
import { InvoiceStatusChange } from './invoices.ts'

const SubscriptionState = z.object({ status: z.string(), currentPeriodEnd: Instant })

/** Side effects of a status change. Amounts in rand with two decimals. */
export const StatusChangePreview = z.object({
  /** Whether the customer sees the invoice. */
  isShown: z.object({ before: z.boolean(), after: z.boolean() }),
  /** Recorded as received today. */
  recordedAmount: z.string(),
  reversedAmount: z.string(),
  returnedCredit: z.string(),
  /** Numbers of other invoices that become outstanding again because credit from this one had paid them. */
  reopened: z.array(z.string()),
  /** Null if the subscription does not change. */
  subscription: z.nullable(z.object({ before: SubscriptionState, after: SubscriptionState })),
  /** The new due day of a draft that is issued after its own. Null if it stays. */
  dueDate: z.nullable(Day),
  emails: z.array(z.object({ kind: z.string(), to: z.string() })),
})
export type StatusChangePreview = z.infer<typeof StatusChangePreview>

export const statusPreviews = {
  read: {
    method: 'GET',
    url: '/api/admin/billing/invoices/:id/status-preview',
    config: { access: 'admin invoices:read', refuses: [409] },
    schema: {
      summary: 'Preview a status change: payments, credit, the subscription and emails. Changes nothing',
      params: IdParams,
      querystring: InvoiceStatusChange,
      response: { 200: StatusChangePreview, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
