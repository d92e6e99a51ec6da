import * as z from 'zod/mini'
import { Day, Instant } from '#contract/text.ts'

/** Days for which check-ins are remembered. */
export const ACTIVITY_DAYS = 60

/** Versions remembered per device. */
export const VERSIONS_KEPT = 20

/** When and with which versions the device of a license checked in. */
export const DeviceActivity = z.object({
  activatedAt: z.nullable(Instant),
  appVersion: z.nullable(z.string()),
  /** Business days with a check-in within ACTIVITY_DAYS, latest first. */
  days: z.array(Day),
  /** Latest first, with the first check-in of each. */
  versions: z.array(z.object({ version: z.string(), since: Instant })),
})
export type DeviceActivity = z.infer<typeof DeviceActivity>
