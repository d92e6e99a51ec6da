import { expect, test } from 'vitest'
import { scheduleWords } from './schedule-words.ts'

test.each([
  [{ cron: '* * * * *' }, 'Every minute'],
  [{ cron: '5 * * * *' }, 'Hourly at :05'],
  [{ cron: '50 * * * *', atStart: true }, 'Hourly at :50, and when a server starts'],
  [{ cron: '20 8-17 * * *' }, 'Hourly from 08:20 to 17:20'],
  [{ cron: '0 3 * * *' }, 'Daily at 03:00'],
  [{ cron: '0 3 1 * *' }, '0 3 1 * *'],
  [{ atStart: true }, 'When a server starts'],
  [{}, null],
])('%o comes: %s', (rule, words) => expect(scheduleWords(rule)).toBe(words))
