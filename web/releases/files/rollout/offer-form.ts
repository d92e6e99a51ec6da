import * as z from 'zod/mini'
import { NOT_COMPARABLE, VersionChanges, isComparable, type Version } from '#contract/releases/files.ts'

const typed = z.string()
const asNumber = z.pipe(
  typed,
  z.transform((text) => Number(text.trim() || Number.NaN)),
)
const asText = z.pipe(
  typed,
  z.transform((text) => text.trim() || null),
)

const { rolloutPercent, minimumVersion, signature } = VersionChanges.shape

export const OfferForm = z.object({
  rolloutPercent: z.pipe(asNumber, z.nonoptional(rolloutPercent)),
  minimumVersion: z.pipe(asText, z.nonoptional(minimumVersion)),
  signature: z.pipe(asText, z.nonoptional(signature)),
})
export type OfferForm = z.infer<typeof OfferForm>

/** Returns what prevents a version from being offered, whatever its rollout. */
export function obstacleOf({ version, isActive, isLatest, hasFile, channel }: Version) {
  if (!isComparable(version)) return `${NOT_COMPARABLE}.`
  if (!isActive) return 'It is inactive, so no device is offered it.'
  if (!hasFile) return 'No device is offered it before its file has arrived.'
  if (channel === 'stable' && !isLatest)
    return 'It is not the latest: at most the devices that the rollout of the latest leaves out are offered it.'
  return undefined
}
