import { firstOfMonth } from '#contract/dates.ts'
import { makeActiveLicense } from '#demo/rows/licenses.ts'
import { usageMonths } from '#server/database/schema/usage.ts'
import { dayOf } from '#server/domain/calendar.ts'
import { expect, test } from './fixtures.ts'

test('the usage of the months is a picture, and a table for those who would rather read', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn({ licenseLimit: 9 })
  await makeActiveLicense(db, { organizationId })
  const month = firstOfMonth(dayOf(new Date().toISOString()), -3)
  await db.insert(usageMonths).values({ organizationId, month, seats: 7, licenses: 5, devices: 4 })
  await page.goto('/')
  await page.getByRole('region', { name: 'Recent Activity' }).scrollIntoViewIfNeeded()
  const usage = page.getByRole('region', { name: 'License Usage', exact: true })
  await usage.getByText('Show data').focus()
  await page.keyboard.press('Enter')
  const table = usage.getByRole('table', { name: 'License usage by month' })
  await expect(table.getByRole('row').nth(1)).toContainText('74')
  await expect(table.getByRole('row').last()).toContainText('90')
  await expect(usage.locator('svg')).toBeVisible()
})
