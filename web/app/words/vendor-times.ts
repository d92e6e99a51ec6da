import { formatTimeIn, instantIn } from '#contract/dates.ts'
import { formatDay, vendorZone } from './business-days.ts'

/** 'Mar 05, 2025 14:07' by the vendor's clocks. */
export const formatVendorTime = (value: string) => `${formatDay(value)} ${formatTimeIn(value, vendorZone()).slice(11)}`

/** The instant at which the vendor's clocks show '2025-03-05T14:07'. */
export const vendorInstant = (local: string) => instantIn(local, vendorZone())

/** '2025-03-05T14:07' by the vendor's clocks, for an input. */
export const vendorLocal = (value: string) => formatTimeIn(value, vendorZone()).replace(' ', 'T')
