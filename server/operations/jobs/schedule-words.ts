import type { JobRule } from '#server/platform/jobs/job-rule.ts'

const EVERY_HOUR = /^(\d+) \* \* \* \*$/
const SOME_HOURS = /^(\d+) (\d+)-(\d+) \* \* \*$/
const EVERY_DAY = /^(\d+) (\d+) \* \* \*$/

/** Returns a job's schedule, such as 'Hourly at :05', or null if it runs only on demand. */
export function scheduleWords({ cron, atStart }: Pick<JobRule, 'cron' | 'atStart'>) {
  const parts = [cron && cronWords(cron), atStart && 'when a server starts'].filter(Boolean)
  return parts.length > 0 ? capital(parts.join(', and ')) : null
}

/** In the vendor’s time zone. Unusual schedules are shown as cron text. */
function cronWords(cron: string) {
  if (cron === '* * * * *') return 'every minute'
  const [, minute = ''] = EVERY_HOUR.exec(cron) ?? []
  if (minute) return `hourly at :${twoDigits(minute)}`
  const [, past = '', from = '', to = ''] = SOME_HOURS.exec(cron) ?? []
  if (past) return `hourly from ${time(from, past)} to ${time(to, past)}`
  const [, at = '', hour = ''] = EVERY_DAY.exec(cron) ?? []
  return at ? `daily at ${time(hour, at)}` : cron
}

const twoDigits = (number: string) => number.padStart(2, '0')
const time = (hour: string, minute: string) => `${twoDigits(hour)}:${twoDigits(minute)}`
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
