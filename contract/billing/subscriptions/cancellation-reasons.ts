import type { CancellationReason } from './cancellation.ts'

/** Separate from cancellation.ts, so that the first screen does not load these texts. */
export const cancellationReasons: Record<CancellationReason, string> = {
  too_expensive: 'Too expensive',
  missing_features: 'Missing features',
  switched_service: 'Switched to another product',
  unused: 'Not used enough',
  too_complex: 'Too complicated',
  low_quality: 'Not reliable enough',
  customer_service: 'Support not good enough',
  other: 'Another reason',
}

export const isCancellationReason = (value: string): value is CancellationReason =>
  Object.hasOwn(cancellationReasons, value)
