import { expect, test } from 'vitest'

process.env.VENDOR_TIME_ZONE = 'America/New_York'
const { createCalendar } = await import('#demo/calendar.ts')
const { buildTotals } = await import('./totals.ts')

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))

test.each(['2026-04-20', '2026-11-24'])(
  'a day with a clock change has one row, at any hour of %s a demo starts',
  (today) => {
    for (const hour of HOURS) {
      const totals = buildTotals([], [], [], createCalendar(new Date(`${today}T${hour}:30:00Z`)))
      expect(new Set(totals.map(({ day }) => day)).size).toBe(60)
    }
  },
)
