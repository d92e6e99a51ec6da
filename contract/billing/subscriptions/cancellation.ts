import * as z from 'zod/mini'
import { optionalParagraph } from '#contract/text.ts'

export const CancellationReason = z.enum([
  'too_expensive',
  'missing_features',
  'switched_service',
  'unused',
  'too_complex',
  'low_quality',
  'customer_service',
  'other',
])
export type CancellationReason = z.infer<typeof CancellationReason>

export const COMMENT_MAX = 1000

/** Optional answers of a customer who cancels. */
export const CancellationFeedback = z.object({
  cancellationReason: z.optional(CancellationReason),
  cancellationComment: optionalParagraph(COMMENT_MAX),
})
export type CancellationFeedback = z.infer<typeof CancellationFeedback>

export const CancellationForCustomer = z.extend(CancellationFeedback, {
  /** On screen: 409 if it does the opposite by now. */
  endsAtOnce: z.optional(z.boolean()),
})
export type CancellationForCustomer = z.infer<typeof CancellationForCustomer>

/** For staff only. */
export const Cancellation = z.object({
  cancellationReason: z.nullable(CancellationReason),
  cancellationComment: z.nullable(z.string()),
})
export type Cancellation = z.infer<typeof Cancellation>
