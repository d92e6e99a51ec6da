import * as z from 'zod/mini'

/** Is there a newer version for this device? In the answers that bring a device its token. */
export const AvailableUpdate = z.object({
  available: z.boolean(),
  /** The newer version; null without one. */
  version: z.nullable(z.string()),
  /** True if the device runs a version below the newer version's minimum. */
  mandatory: z.boolean(),
})
export type AvailableUpdate = z.infer<typeof AvailableUpdate>
