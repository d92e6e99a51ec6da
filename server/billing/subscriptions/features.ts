import { conflict } from '#server/platform/http/errors.ts'

/** As text, as the audit log shows it. */
export const recordedFeatures = (features: readonly string[]) => features.join(', ') || null

/** Refuses a list that was edited from an outdated one: it would undo a colleague's change. */
export function refuseOtherFeatures(features: string[], featuresFrom: string[] | undefined) {
  if (featuresFrom && recordedFeatures(featuresFrom) !== recordedFeatures(features))
    throw conflict(otherFeatures(features))
}

export const otherFeatures = (features: readonly string[]) =>
  features.length === 0
    ? 'Someone has removed all features. Check them, and save again.'
    : `Someone has changed the features: ${recordedFeatures(features)}. Check them, and save again.`
