import { eq } from 'drizzle-orm'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { pagesOf } from '#server/testing/platform/pdf.ts'
import { expect, test } from './fixtures.ts'

/** Half past midnight on November 6 in South Africa; still November 5 in UTC and Los Angeles, and noon of the 6th in Kiritimati. */
const ISSUED = '2026-11-05T22:30:00.000Z'
/** From November 13 to December 12, as South Africans write it. */
const PERIOD = { periodStart: '2026-11-12T22:15:00.000Z', periodEnd: '2026-12-12T22:15:00.000Z' }

for (const timezoneId of ['America/Los_Angeles', 'Pacific/Kiritimati']) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId })

    test('business dates are the same on every screen and on paper', async ({ page, db, signIn }) => {
      const { organizationId } = await signIn()
      const [subscription] = await db
        .update(subscriptions)
        .set({ currentPeriodStart: PERIOD.periodStart, currentPeriodEnd: PERIOD.periodEnd })
        .where(eq(subscriptions.organizationId, organizationId))
        .returning()
      const paid = { status: 'paid', paidAt: '2026-11-09T22:45:00.000Z' } as const
      const { id, invoiceNumber } = await makeInvoice(db, {
        organizationId,
        subscriptionId: subscription?.id,
        seats: 5,
        createdAt: ISSUED,
        dueDate: '2026-11-13',
        ...paid,
        ...PERIOD,
      })
      const paper = pagesOf(await (await page.request.get(`/api/invoices/${id}/download`)).body()).join('')
      for (const date of ['Nov 06, 2026', 'Nov 13, 2026', 'Nov 13, 2026 to Dec 12, 2026', 'Nov 10, 2026'])
        expect(paper).toContain(date)

      await page.goto(`/billing?invoice=${id}`)
      const drawer = page.getByRole('dialog', { name: `Invoice ${invoiceNumber}` })
      await expect(drawer).toContainText('IssuedNov 06, 2026')
      await expect(drawer).toContainText('DueNov 13, 2026')
      await expect(drawer).toContainText('Paid onNov 10, 2026')
      await expect(drawer).toContainText('PeriodNov 13, 2026 to Dec 12, 2026')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('row', { name: invoiceNumber })).toContainText('Paid on Nov 10, 2026')
      const plan = page.getByRole('region', { name: 'Current Subscription' })
      await expect(plan).toContainText('Current periodNov 13, 2026 - Dec 12, 2026')
      await expect(plan).toContainText('Next billing dateDec 13, 2026')

      await page.goto('/')
      await expect(page.getByRole('region', { name: 'Invoices' })).toContainText('Nov 06, 2026')
      await expect(page.getByRole('region', { name: 'Recent Activity' })).toContainText('Nov 10, 2026')
      await expect(page.getByRole('region', { name: 'Current Plan' })).toContainText('Paid untilDec 12, 2026')
    })
  })
}
