import { useSearch } from 'wouter/use-browser-location'
import * as z from 'zod/mini'
import { plusDays } from '#contract/dates.ts'
import { daysIn, REPORT_DAYS, ReportRange } from '#contract/support/support-desk.ts'
import { setUrl } from '#web/app/url-state.ts'
import { today } from '#web/app/words/business-days.ts'

export const presets = [
  { days: 7, label: 'Last 7 days' },
  { days: REPORT_DAYS, label: `Last ${REPORT_DAYS} days` },
  { days: 90, label: 'Last 90 days' },
  { days: 365, label: 'Last 12 months' },
]

export const lastDays = (days: number): ReportRange => ({ from: plusDays(today(), 1 - days), to: today() })

/** The days of ?from= and ?to=, or the last thirty. `error`: why the typed days are no range. */
export function useReportRange() {
  const address = new URLSearchParams(useSearch())
  const wanted = { ...lastDays(REPORT_DAYS) }
  const typed = { from: address.get('from') ?? wanted.from, to: address.get('to') ?? wanted.to }
  const checked = z.safeParse(ReportRange, typed)
  return checked.success
    ? { typed, range: checked.data, error: undefined }
    : { typed, range: undefined, error: checked.error.issues[0]?.message }
}

/** The default range has no parameters, so that a bookmark of it follows the calendar. */
export const setPreset = (days: number) => setUrl(days === REPORT_DAYS ? { from: null, to: null } : lastDays(days))

export const presetOf = (range: ReportRange) => (range.to === today() ? daysIn(range) : undefined)
