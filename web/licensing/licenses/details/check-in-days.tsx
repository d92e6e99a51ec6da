import { clsx } from 'clsx'
import { plusDays } from '#contract/dates.ts'
import { ACTIVITY_DAYS } from '#contract/licensing/device-activity.ts'
import { formatDay, today } from '#web/app/words/business-days.ts'

/** One bar per day, oldest first. The sentence says the same to readers who don't see the bars. */
export function CheckInDays({ days }: { days: readonly string[] }) {
  const last = today()
  const window = Array.from({ length: ACTIVITY_DAYS }, (_, index) => plusDays(last, index + 1 - ACTIVITY_DAYS))
  const seen = new Set(days)
  const count = window.filter((day) => seen.has(day)).length
  return (
    <div className="grid gap-1.5">
      <p className="text-[13px] text-fg2">
        Checked in on {count} of the last {ACTIVITY_DAYS} days
      </p>
      <div aria-hidden className="flex h-7 items-stretch gap-px">
        {window.map((day) => (
          <span
            key={day}
            title={`${formatDay(day)}: ${seen.has(day) ? 'checked in' : 'no check-in'}`}
            className={clsx('flex-1 rounded-sm', seen.has(day) ? 'bg-success' : 'bg-neutral-bg')}
          />
        ))}
      </div>
      <p aria-hidden className="flex justify-between text-xs text-fg2">
        <span>{formatDay(window[0] ?? last)}</span>
        <span>Today</span>
      </p>
    </div>
  )
}
