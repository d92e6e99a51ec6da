import { businessDay, formatDate, formatLongDate, formatMonth, lastBusinessDay } from '#contract/dates.ts'
import { config, type PublicConfig } from '#contract/operations/config.ts'
import { keyOf, queryClient } from '#web/app/api/query-client.ts'

/** Protected screens are drawn once it is known. */
const vendorZone = () => queryClient.getQueryData<PublicConfig>(keyOf(config.read))?.timeZone ?? 'Africa/Johannesburg'

/** '2025-03-05': the day it is for the vendor and its customers, wherever the reader is. */
export const today = () => businessDay(new Date(), vendorZone())

/** The business date of a day or an instant: 'Mar 05, 2025'. */
export const formatDay = (value: string) => formatDate(businessDay(value, vendorZone()))

/** 'March 05, 2025' */
export const formatLongDay = (value: string) => formatLongDate(businessDay(value, vendorZone()))

/** 'March 2025' */
export const formatDayMonth = (value: string) => formatMonth(businessDay(value, vendorZone()))

/** The last day of a period that ends there: 'Mar 04, 2025'. */
export const formatLastDay = (end: string) => formatDate(lastBusinessDay(end, vendorZone()))
