import { expect, test } from 'vitest'
import { createReport } from './logging.ts'

const HOUR = 3_600_000

function listen() {
  const lines: { message: string; timesBefore?: number; job?: string }[] = []
  let now = 0
  const report = createReport(
    (line) => lines.push(JSON.parse(line)),
    () => now,
  )
  return { lines, report, wait: (milliseconds: number) => (now += milliseconds) }
}

test('what fails thousands of times is logged once an hour, with how often it was', () => {
  const { lines, report, wait } = listen()
  for (let count = 0; count < 5000; count += 1) report(new Error('SMTP_URL is not set'))
  expect(lines).toMatchObject([{ message: 'SMTP_URL is not set' }])
  wait(HOUR)
  report(new Error('SMTP_URL is not set'))
  expect(lines[1]).toMatchObject({ message: 'SMTP_URL is not set', timesBefore: 5000 })
})

test('another failure is logged at once, in the words of the database without its values', () => {
  const { lines, report } = listen()
  report(new Error('One'))
  report(new Error('Failed query: insert … params: secret', { cause: new Error('duplicate key') }))
  expect(lines.map(({ message }) => message)).toEqual(['One', 'duplicate key'])
})

test('a failure of a job names the job, and each job that fails so has its line', () => {
  const { lines, report } = listen()
  for (const job of ['send-mail', 'remind', 'send-mail']) report(new Error('The database does not answer'), { job })
  expect(lines.map(({ job }) => job)).toEqual(['send-mail', 'remind'])
})
