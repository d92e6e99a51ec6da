import * as z from 'zod/mini'
import { Instant } from '#contract/text.ts'

/** The fields a license's history tells of. */
export const HistoryField = z.enum([
  'label',
  'description',
  'status',
  'deviceFingerprint',
  'deviceName',
  'deviceOs',
  'enrollmentKey',
  'activation',
  'afterLoss',
  'fileDevice',
  'fileExpiresAt',
])
export type HistoryField = z.infer<typeof HistoryField>

const HistoryValue = z.nullable(z.string())

/** Stands in a customer's history for the name of each of the vendor's people. */
export const SUPPORT_TEAM = 'Support team'

export const LicenseEvent = z.object({
  id: z.string(),
  at: Instant,
  /** 'created', 'revoked': what became of the license. */
  action: z.string(),
  actor: z.enum(['user', 'device', 'system', 'anonymous']),
  /** The person's or the device's name; null when it is not known. */
  who: HistoryValue,
  /** Null when it is not known, and for the vendor's people when a customer asks. */
  ip: HistoryValue,
  changes: z.array(z.object({ field: HistoryField, before: HistoryValue, after: HistoryValue })),
})
export type LicenseEvent = z.infer<typeof LicenseEvent>
