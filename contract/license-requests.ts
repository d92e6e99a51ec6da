import * as z from 'zod/mini'

export const LicenseRequestStatus = z.enum(['pending', 'approved', 'declined'])
export type LicenseRequestStatus = z.infer<typeof LicenseRequestStatus>
