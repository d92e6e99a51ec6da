import { expect, onTestFinished, test } from 'vitest'
import { emails } from '#server/database/schema/emails.ts'
import { createMailer } from '#server/platform/mail/mailer.ts'
import { openPostOffice } from '#server/testing/platform/post-office.ts'
import { db, inDays, platform } from '#server/testing/testing.ts'
import { createHealth } from './health.ts'
import { findMailState } from './queries.ts'

test.each([
  [550, '5.1.1 <a@example.com>: Recipient address rejected: User unknown', true],
  [556, '5.1.10 Recipient address has null MX', true],
  [550, '5.1.8 <a@example.com>: Sender address rejected: Domain not found', false],
  [550, '5.7.1 Relaying denied', false],
  [450, '4.1.2 Domain not found', false],
])('refused recipients, %d %s: is the mail server fine? %s', async (code, words, isFine) => {
  await db.delete(emails)
  const { port } = await openPostOffice({ refuse: [code, code, code], words })
  const config = {
    ...platform.config,
    demo: false,
    mail: { from: 'a@example.com', smtpUrl: `smtp://127.0.0.1:${port}` },
  }
  const mailer = createMailer({ ...platform, config })
  onTestFinished(() => mailer.close())
  for (const minutes of [40, 30, 20]) {
    const letter = { kind: 'test', to: 'a@example.com', subject: 'S', text: 'T', html: 'H' }
    const [row] = await db
      .insert(emails)
      .values({ ...letter, createdAt: inDays(-minutes / 1440) })
      .returning()
    await expect(mailer.send(db, row?.id ?? '', async () => undefined)).rejects.toThrow(words)
  }
  const health = await createHealth({ ...platform, config })()
  expect(health.find(({ part }) => part === 'mail')?.isHealthy).toBe(isFine)
  const { stuckSeconds, failures } = await findMailState(db)
  expect([stuckSeconds > 900, failures]).toEqual(isFine ? [false, 0] : [true, 3])
})
