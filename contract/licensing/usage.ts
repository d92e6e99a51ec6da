import * as z from 'zod/mini'

/** Licenses by status, and the seats. `limit` is null for staff and without a subscription. */
export const LicenseUsage = z.object({
  active: z.int32(),
  assigned: z.int32(),
  unassigned: z.int32(),
  revoked: z.int32(),
  inactive: z.int32(),
  limit: z.nullable(z.int32()),
  /** Active devices by the version they reported last, most first. Empty for staff. */
  versions: z.array(z.object({ version: z.string(), devices: z.int32() })),
})
export type LicenseUsage = z.infer<typeof LicenseUsage>

/** Days without a check-in after which a device counts as inactive. */
export const SILENT_DAYS = [30, 60, 90] as const
export const SilentDays = z.enum(['30', '60', '90'])
export type SilentDays = z.infer<typeof SilentDays>

/** Counts inactive devices. Devices with a valid offline file are not counted. */
export const SilentReport = z.object({
  active: z.int32(),
  silent: z.array(z.object({ days: z.int32(), count: z.int32() })),
})
export type SilentReport = z.infer<typeof SilentReport>

export const isQuotaFull = ({ used, limit }: { used: number; limit: number }) => used >= limit
