import * as z from 'zod/mini'
import { Instant } from '#contract/text.ts'
import { LicenseDetails } from './changes.ts'

export const HistoryField = z.enum([
  ...z.keyof(LicenseDetails).options,
  'tags',
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

/** Replaces the names of staff in a customer's history. */
export const SUPPORT_TEAM = 'Support team'

export const LicenseEvent = z.object({
  id: z.string(),
  at: Instant,
  /** 'created', 'revoked'. */
  action: z.string(),
  actor: z.enum(['user', 'device', 'system', 'anonymous']),
  /** The user's or device's name, or null if unknown. */
  who: HistoryValue,
  /** Null if unknown, and for staff when a customer asks. */
  ip: HistoryValue,
  changes: z.array(z.object({ field: HistoryField, before: HistoryValue, after: HistoryValue })),
})
export type LicenseEvent = z.infer<typeof LicenseEvent>

/** An event in a list about several licenses. */
export const LicenseNews = z.extend(LicenseEvent, { licenseId: z.uuid(), label: z.string() })
export type LicenseNews = z.infer<typeof LicenseNews>
