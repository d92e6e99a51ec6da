import { expect, expectAccessible, expectNoSidewaysScroll, test, card } from './fixtures.ts'

test('staff see totals and alerts, and nothing of a customer’s [R-CONST-12 R-DASH-04 R-DASH-14 R-OVER-02 R-OVER-03 R-OVER-04 R-OVER-05 R-OVER-06 R-OVER-07 R-OVER-08 R-DASH-51 R-DASH-52 R-DASH-53 R-DASH-54 R-DASH-55 R-DASH-05 R-DASH-61 R-ROLE-12]', async ({
  page,
  signIn,
}) => {
  for (const role of ['admin', 'agent'] as const) {
    await signIn({ role })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard')
    await expect(card(page, 'Active Organizations')).toContainText(/\d+/)
    await expect(card(page, 'Monthly Revenue')).toContainText(/R\d+\.\d\d/)
    await expect(card(page, 'Active Licenses')).toContainText(/\d+/)
    await expect(card(page, 'Support Tickets')).toContainText(/\d+/)
    for (const name of ['Subscription', 'Utilization', 'Latest Invoice', 'Quick Actions', 'Current Plan']) {
      await expect(card(page, name)).toHaveCount(0)
    }
    await expect(page.getByRole('button', { name: 'Request License Change' })).toHaveCount(0)
    await expect(page.getByRole('main')).not.toContainText(/your (subscription|payment)/i)
  }
  const alerts = card(page, 'Recent Alerts').getByRole('listitem')
  await expect(alerts).toHaveCount(5)
  await page.getByRole('button', { name: 'View All' }).click()
  await expect(page).toHaveURL('/?alerts=all')
  await expect(alerts.nth(5)).toBeVisible()
  await page.reload()
  await expect(alerts.nth(5)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'View Fewer' }).click()
  await expect(alerts).toHaveCount(5)
  await expectNoSidewaysScroll(page)
})

test('each severity has its own word and color [R-STATE-63]', async ({ page, signIn }) => {
  await signIn({ role: 'admin' })
  const alert = { title: 'Look', message: 'Here', createdAt: '2026-03-05T10:00:00.000Z' }
  const severities = ['Critical', 'Warning', 'Info']
  await page.route('**/api/dashboard', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as object
    const alerts = severities.map((word) => ({ ...alert, id: word, severity: word.toLowerCase() }))
    await route.fulfill({ response, json: { ...answer, alerts } })
  })
  await page.goto('/')
  const colors = severities.map((word) =>
    card(page, 'Recent Alerts')
      .getByText(word, { exact: true })
      .evaluate((badge) => getComputedStyle(badge).color),
  )
  expect(new Set(await Promise.all(colors)).size).toBe(3)
})

test('staff see when all is well, and when nothing could be loaded [R-ERR-19 R-ERR-31]', async ({ page, signIn }) => {
  await signIn({ role: 'agent' })
  await page.route('**/api/dashboard', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as object
    await route.fulfill({ response, json: { ...answer, alerts: [] } })
  })
  await page.goto('/')
  await expect(card(page, 'Recent Alerts')).toContainText('No active alerts. All systems operational.')
  await page.route('**/api/dashboard', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('alert')).toContainText(
    'Failed to load admin dashboard data. Please try refreshing the page.',
  )
})
