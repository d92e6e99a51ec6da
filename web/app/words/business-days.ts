import { businessDay, formatDate, formatLongDate, formatMonth, lastBusinessDay } from '#contract/dates.ts'
import { config, type PublicConfig } from '#contract/operations/config.ts'
import { keyOf, queryClient } from '#web/app/api/query-client.ts'

/** Known before any protected screen is shown. */
export const vendorZone = () =>
  queryClient.getQueryData<PublicConfig>(keyOf(config.read))?.timeZone ?? 'Africa/Johannesburg'

/** '2025-03-05': today in the vendor's time zone. */
export const today = () => businessDay(new Date(), vendorZone())

/** Formats a day or an instant in the vendor's time zone: 'Mar 05, 2025'. */
export const formatDay = (value: string) => formatDate(businessDay(value, vendorZone()))

export const formatLongDay = (value: string) => formatLongDate(businessDay(value, vendorZone()))

export const formatDayMonth = (value: string) => formatMonth(businessDay(value, vendorZone()))

/** The last day of a period that ends at `end`, in the vendor's time zone: '2025-03-04'. */
export const lastDayOf = (end: string) => lastBusinessDay(end, vendorZone())

/** 'March 04, 2025' */
export const formatLongLastDay = (end: string) => formatLongDate(lastDayOf(end))

/** 'Mar 04, 2025' */
export const formatLastDay = (end: string) => formatDate(lastDayOf(end))
