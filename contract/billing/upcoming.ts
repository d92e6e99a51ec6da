import * as z from 'zod/mini'
import { Day } from '#contract/text.ts'

/** Amounts in rand with two decimals. */
export const UpcomingInvoice = z.object({
  issuedOn: Day,
  dueDate: Day,
  amount: z.string(),
  items: z.array(z.object({ description: z.string(), quantity: z.number(), amount: z.string() })),
})
export type UpcomingInvoice = z.infer<typeof UpcomingInvoice>
