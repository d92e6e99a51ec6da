import { expect, onTestFinished, test } from 'vitest'
import type { MailKind } from '#contract/operations/emails/mail-kinds.ts'
import { createJobs, migrateJobs } from '#server/platform/jobs/jobs.ts'
import { createSeal } from '#server/platform/secrets/sealing.ts'
import { openPostOffice } from '#server/testing/platform/post-office.ts'
import { config, db, testDatabaseUrl } from '#server/testing/testing.ts'
import { createMailer, SEND_MAIL } from './mailer.ts'

const table = { [SEND_MAIL]: { description: 'Sends', retries: 3, retryDelay: 1, longestDelay: 1, atOnce: 1 } }

const letter = (kind: MailKind, to: string) => ({ kind, to, subject: kind, text: 'Hello', html: '<p>Hello</p>' })

test('an email whose reader waits for its link goes before all others that wait', async () => {
  await migrateJobs(table)(testDatabaseUrl)
  const { received, port } = await openPostOffice()
  const jobs = createJobs({ url: testDatabaseUrl, jobs: table, onError: () => {} })
  onTestFinished(() => jobs.stop())
  const mail = { from: 'no-reply@vendor.example', smtpUrl: `smtp://127.0.0.1:${port}` }
  const mailer = createMailer({ config: { ...config, mail }, jobs, seal: createSeal() })
  onTestFinished(() => mailer.close())
  for (const place of [1, 2, 3]) await mailer.queue(db, letter('release-changed', `reader-${place}@example.com`))
  await mailer.queue(db, letter('password-reset', 'locked-out@example.com'))

  await jobs.work({ [SEND_MAIL]: ({ emailId }) => mailer.send(db, String(emailId), async () => undefined) })
  await expect.poll(() => received.length, { timeout: 15_000 }).toBe(4)
  expect(received[0]?.to?.[0]?.address).toBe('locked-out@example.com')
})
