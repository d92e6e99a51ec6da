import type { JobRule } from '#server/platform/jobs/job-rule.ts'
import { instantOf, localTime } from '#server/platform/time-zone.ts'

const EVERY_MINUTE = '* * * * *'
const TIMES = /^(\d+) (?:\*|(\d+)(?:-(\d+))?) \* \* \*$/

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const HOURS_AHEAD = Array.from({ length: 25 }, (_, hours) => hours)

/** The next scheduled instant after now, in the vendor's time zone. Null without a schedule, or with an unusual one. */
export function nextRun({ cron = '' }: Pick<JobRule, 'cron'>, now = new Date().toISOString()) {
  const local = localTime(now).getTime()
  if (cron === EVERY_MINUTE) return instantOf((Math.floor(local / MINUTE) + 1) * MINUTE)
  const [known, minute, first = '0', last = known?.includes(' * * * *') ? '23' : first] = TIMES.exec(cron) ?? []
  if (known === undefined) return null
  const thisHour = Math.floor(local / HOUR) * HOUR
  const next = HOURS_AHEAD.map((hours) => thisHour + hours * HOUR + Number(minute) * MINUTE).find((time) => {
    const hour = new Date(time).getUTCHours()
    return time > local && hour >= Number(first) && hour <= Number(last)
  })
  return next === undefined ? null : instantOf(next)
}
