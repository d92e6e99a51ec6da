import { makeTicket } from '#demo/rows/tickets.ts'
import { ticketCategories } from '#server/database/schema/support/support-desk.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('an admin reads a year of support by trend, agent and category, and takes it along as CSV', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, userId } = await signIn()
  const { userId: assigneeId } = await signIn({ role: 'agent' })
  const name = `Reports ${crypto.randomUUID().slice(0, 8)}`
  const [category] = await db.insert(ticketCategories).values({ name, color: '#2563eb' }).returning()
  const ticket = { organizationId, userId, assigneeId, categoryId: category!.id, status: 'closed' } as const
  // Years before all other tickets.
  const days = {
    createdAt: '2019-03-05T07:00:00Z',
    firstResponseAt: '2019-03-05T09:00:00Z',
    resolvedAt: '2019-03-06T07:00:00Z',
  }
  await makeTicket(db, { ...ticket, ...days, rating: 4, ratedAt: '2019-03-06T08:00:00Z' })
  await makeTicket(db, { ...ticket, ...days, createdAt: '2018-12-10T07:00:00Z' })
  await signIn({ role: 'admin' })
  await page.goto('/reports?from=2019-01-01&to=2019-12-31')
  await expect(page.getByLabel('Range')).toHaveValue('custom')
  const created = page.getByRole('region', { name: 'Tickets Created' })
  await expect(created).toContainText('1')
  await expect(created).toContainText('1 in the 365 days before')
  const row = page.getByRole('table', { name: 'Results by category' }).getByRole('row', { name })
  await expect(row.getByRole('cell')).toContainText(['1', '2', /h$/, '%', '2', /h/, '%', '4.0 (1)'])
  await expect(page.getByRole('table', { name: 'Results by agent' }).getByRole('row')).toHaveCount(2)
  await page.getByText('Show data').click()
  const trend = page.getByRole('table', { name: 'Tickets created and resolved' })
  await expect(trend.getByRole('row', { name: 'March 2019' }).getByRole('cell')).toHaveText(['1', '2'])
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV of the categories' }).click()
  expect((await download).suggestedFilename()).toBe('support-categories-2019-01-01-2019-12-31.csv')

  await page.getByLabel('Range').selectOption('Last 30 days')
  await expect(page).toHaveURL('/reports')
  await expect(page.getByRole('table', { name: 'Results by category' }).getByRole('row', { name })).toHaveCount(0)
})

test('days in the wrong order, too many days and a failing server are explained', async ({ page, signIn }) => {
  await signIn({ role: 'agent' })
  await page.goto('/reports?from=2019-02-01&to=2019-01-01')
  await expect(page.getByRole('alert')).toHaveText('The last day can’t be before the first')
  await page.getByLabel('To', { exact: true }).fill('2021-01-01')
  await expect(page.getByRole('alert')).toHaveText('At most 366 days')
  await page.getByLabel('Range').selectOption('Last 7 days')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Your Tickets' })).toBeVisible()

  const reports = '**/api/support/reports?**'
  await page.route(reports, (route) => route.fulfill({ status: 503, body: '' }))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Failed to load the reports.')
  await page.unroute(reports)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Tickets Created' })).toBeVisible()
})

test('the page fits a phone', async ({ page, signIn }) => {
  await signIn({ role: 'admin' })
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/reports')
  await expect(page.getByRole('region', { name: 'Tickets Created' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expectAccessible(page)
})

test('customers are refused the page', async ({ page, signIn }) => {
  await signIn({ role: 'org_admin' })
  await page.goto('/reports')
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
})
