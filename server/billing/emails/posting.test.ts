import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { remindAll } from '#server/billing/reminders/reminders.ts'
import { emails } from '#server/database/schema/emails.ts'
import { createMailer } from '#server/platform/mail/mailer.ts'
import { makeLateInvoice } from '#server/testing/billing/billing-mails.ts'
import { openPostOffice } from '#server/testing/platform/post-office.ts'
import { config, db, platform, signIn } from '#server/testing/testing.ts'

const noFile = async () => undefined

test('a reminder reaches a mail server as it was written, with the way to pay', async () => {
  const { received, port } = await openPostOffice()
  const vendor = { ...config.vendor, bankDetails: 'Example Bank\nKonto für Zahlungen 123' }
  const posting = {
    ...config,
    vendor,
    publicUrl: 'https://portal.example',
    mail: { from: 'billing@vendor.example', smtpUrl: `smtp://127.0.0.1:${port}` },
  }
  const mailer = createMailer({ config: posting, jobs: platform.jobs, seal: platform.seal })
  onTestFinished(() => mailer.close())
  const admin = await signIn()
  const invoice = await makeLateInvoice(14, { organizationId: admin.organizationId })
  await remindAll({ ...platform, config: posting, mailer })

  const [row] = await db.select().from(emails).where(eq(emails.to, admin.user.email))
  await mailer.send(db, row?.id ?? '', noFile)
  expect(received).toMatchObject([
    {
      from: { name: 'Latchkey', address: 'billing@vendor.example' },
      to: [{ address: admin.user.email }],
      subject: `Please act: invoice ${invoice.invoiceNumber} is 14 days overdue`,
      text: expect.stringContaining('Pay by EFT to:\n  Example Bank\n  Konto für Zahlungen 123'),
      html: expect.stringContaining(`https://portal.example/billing?invoice=${invoice.id}`),
    },
  ])
})
