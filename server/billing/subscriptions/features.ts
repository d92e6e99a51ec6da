import type { BillingLock } from '#server/billing/lock.ts'
import { conflict } from '#server/platform/http/errors.ts'

/** As text, as the audit log shows it. */
export const recordedFeatures = (features: readonly string[]) => features.join(', ') || null

/** Features that were chosen in place of other ones would remove or restore some that their author has not seen. */
export function refuseOtherFeatures({ subscription }: BillingLock, featuresFrom: string[] | undefined) {
  const features = subscription?.features ?? []
  if (featuresFrom && recordedFeatures(featuresFrom) !== recordedFeatures(features))
    throw conflict(otherFeatures(features))
}

export const otherFeatures = (features: readonly string[]) =>
  `Someone has changed the features: ${recordedFeatures(features) ?? 'none'}. Check them, and save again.`
