import type { Page } from '@playwright/test'
import { HealthPart } from '#contract/operations/overview.ts'
import { makeLicenseRequest } from '#demo/rows/license-requests.ts'
import { makeMessage, makeTicket } from '#demo/rows/tickets.ts'
import { makeUser } from '#demo/rows/users.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, card } from './fixtures.ts'

type Check = { part: string; isHealthy: boolean; detail: string }
type Answer = { days: object[]; months: object[]; health: Check[]; queue: object }

/** The server's own answer, changed before the page sees it. */
const changeOverview = (page: Page, change: (answer: Answer) => object) =>
  page.route('**/api/overview', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change((await response.json()) as Answer) })
  })

test('staff see live figures and how they have moved [R-OVER-01 R-OVER-02 R-OVER-03 R-OVER-04 R-OVER-05 R-OVER-09 R-OVER-10 R-OVER-12]', async ({
  page,
  signIn,
}) => {
  for (const role of ['agent', 'admin'] as const) {
    await signIn({ role })
    await page.goto('/admin/overview')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
    for (const name of ['Active Organizations', 'Active Licenses', 'Support Tickets'])
      await expect(card(page, name)).toContainText(/\d+.*(No change|[+−]\d+) in 30 days/)
    await expect(card(page, 'Monthly Revenue')).toContainText(/R\d+\.\d\d.*% (more|less) than 30 days ago/)
    const health = card(page, 'System Health')
    await expect(health.getByRole('listitem')).toHaveCount(HealthPart.options.length)
    await expect(health.getByRole('listitem').first()).toContainText(/Database.*Healthy.*Answers in \d+ ms/)
    await expect(health).toContainText(/Checked \d\d:\d\d/)
    await expect(card(page, 'Recent Alerts').getByRole('listitem')).toHaveCount(5)
    const isAdmin = role === 'admin'
    await expect(card(page, 'Pending Approvals')).toHaveCount(isAdmin ? 1 : 0)
    await expect(card(page, 'License Requests')).toHaveCount(isAdmin ? 1 : 0)
  }
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('the queue shows who waits and how quickly support answers, and links there [R-OVER-10 R-OVER-11 R-OVER-12]', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, userId } = await signIn()
  const ticket = await makeTicket(db, { organizationId, userId, createdAt: '2024-03-05T12:07:00.000Z' })
  await makeMessage(db, ticket, { createdAt: '2024-03-06T12:07:00.000Z' })
  const { userId: agentId } = await signIn({ role: 'agent' })
  await page.goto('/admin/overview')
  const queue = card(page, 'Support Queue')
  await expect(queue).toContainText(/Oldest unanswered.*years ago.*Mar 05, 2024 14:07/)
  for (const name of ['Open', 'In progress', 'Waiting for the customer', 'Median first response'])
    await expect(queue).toContainText(name)
  // Business hours count: answers at night leave a median of zero minutes.
  await expect(queue).toContainText(/Last 30 days(\d+ (h|min)|under a minute)/)
  await makeMessage(db, ticket, { userId: agentId })
  await page.reload()
  await expect(queue).toContainText('Oldest unanswered')
  await expect(queue).not.toContainText('Mar 05, 2024')
  await queue.getByRole('button', { name: 'Open Support Dashboard' }).click()
  await expect(page).toHaveURL('/support')
})

test('what is not set up says so, and no system is called operational then', async ({ page, signIn }) => {
  await signIn({ role: 'admin' })
  await page.route('**/api/dashboard', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), alerts: [] } })
  })
  const detail = 'Customers see examples until these are set: VENDOR_NAME'
  await changeOverview(page, ({ health, ...answer }) => ({
    ...answer,
    health: health.map((check) =>
      check.part === 'settings' ? { ...check, isHealthy: false, isSetUp: false, detail } : check,
    ),
  }))
  await page.goto('/')
  const parts = card(page, 'System Health').getByRole('listitem')
  await expect(parts.filter({ hasText: 'Settings' })).toContainText(/Not set up.*Customers see examples/)
  await expect(parts.filter({ hasText: 'Backups' })).toContainText(/Not set up.*BACKUP_TO is not set/)
  await expect(card(page, 'Recent Alerts')).toContainText('No recent alerts to display.')
  await expectAccessible(page)
})

test('a disrupted service shows in its line and in the top bar [R-OVER-12 R-TOP-02]', async ({ page, signIn }) => {
  await signIn({ role: 'admin' })
  await changeOverview(page, ({ health, ...answer }) => ({
    ...answer,
    health: health.map((check) =>
      check.part === 'mail'
        ? { ...check, isHealthy: false, detail: '3 emails waiting, none delivered for 17 min' }
        : check,
    ),
  }))
  let isHealthy = true
  await page.route('**/api/health', (route) => route.fulfill({ json: { isHealthy } }))
  await page.clock.install()
  await page.goto('/admin/overview')
  const mail = card(page, 'System Health').getByRole('listitem').filter({ hasText: 'Email' })
  await expect(mail).toContainText(/Email.*Disrupted.*3 emails waiting, none delivered for 17 min/)
  const pill = page.getByRole('banner').getByRole('status')
  await expect(pill).toHaveText('System Healthy')
  isHealthy = false
  await page.clock.runFor(61_000)
  await expect(pill).toHaveText('System Disrupted')
  await expectAccessible(page)
  isHealthy = true
  await page.clock.runFor(61_000)
  await expect(pill).toHaveText('System Healthy')
  await page.route('**/api/health', (route) => route.abort())
  await page.clock.runFor(61_000)
  await expect(pill).toHaveText('Cannot reach the server')
})

test('money and licenses by month are pictures, and tables for those who would rather read [R-OVER-12]', async ({
  page,
  signIn,
}) => {
  await signIn({ role: 'agent' })
  await page.goto('/admin/overview')
  for (const [name, label, cell] of [
    ['Revenue', 'Revenue by month', /R\d+\.\d\d/],
    ['Licenses', 'Licenses by month', /^\d+$/],
  ] as const) {
    await expect(card(page, name).locator('svg')).toBeVisible()
    await card(page, name).getByText('Show data').focus()
    await page.keyboard.press('Enter')
    const rows = card(page, name).getByRole('table', { name: label }).getByRole('row')
    await expect(rows.nth(11).getByRole('cell').first()).toHaveText(cell)
  }
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('a new portal has no trend and no months yet, and says so', async ({ page, signIn }) => {
  await signIn({ role: 'agent' })
  await changeOverview(page, ({ days, months, ...answer }) => ({
    ...answer,
    days: days.slice(-1),
    months: months.map((month) => ({ ...month, seats: null, devices: null })),
    queue: { open: 0, inProgress: 0, waiting: 0, oldestUnansweredAt: null, medianFirstResponse: null },
  }))
  await page.goto('/admin/overview')
  await expect(card(page, 'Licenses')).toContainText('No month has been recorded yet.')
  await expect(card(page, 'Support Queue')).toContainText(/Oldest unansweredNone.*No answersOpen/)
  await expect(card(page, 'Monthly Revenue')).toHaveText(/^Monthly RevenueR\d+\.\d\d$/)
})

test('a part that could not be loaded says so, and is loaded again [R-ERR-32]', async ({ page, signIn }) => {
  await signIn({ role: 'agent' })
  await page.route('**/api/overview', (route) => route.abort())
  await page.route('**/api/dashboard', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as object
    await route.fulfill({ response, json: { ...answer, alerts: [] } })
  })
  await page.goto('/admin/overview')
  await expect(card(page, 'Recent Alerts')).toContainText('No recent alerts to display.')
  await expect(page.getByRole('alert')).toHaveText([
    /^Failed to load the system health\./,
    /^Failed to load the support queue\./,
    /^Failed to load the revenue of the last months\./,
    /^Failed to load the licenses of the last months\./,
  ])
  await page.unroute('**/api/overview')
  await card(page, 'System Health').getByRole('button', { name: 'Try again' }).click()
  await expect(card(page, 'System Health').getByRole('listitem')).toHaveCount(HealthPart.options.length)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('an alert leads to where it is attended to, by its whole row and by the keyboard', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, userId, organization } = await signIn()
  await makeLicenseRequest(db, { organizationId, userId })
  await makeUser(db, { role: 'customer', organizationId, status: 'pending' })
  await makeTicket(db, { organizationId, userId, priority: 'urgent', createdAt: '2025-01-05T12:07:00.000Z' })
  const row = (title: string) =>
    card(page, 'Recent Alerts').getByRole('listitem').filter({ hasText: title }).filter({ hasText: organization })
  await signIn({ role: 'admin' })
  await page.goto('/admin/overview?alerts=all')
  await row('Account awaits approval').click()
  await expect(page).toHaveURL('/admin/users?status=pending')
  await page.goBack()
  await row('License request').getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/overview\?request=/)
  await expect(page.getByRole('dialog')).toContainText(organization)
  await signIn({ role: 'agent' })
  await page.goto('/?alerts=all')
  await expect(row('License request')).toBeVisible()
  await expect(row('License request').getByRole('link')).toHaveCount(0)
  await row('Urgent ticket unanswered').getByRole('link').click()
  await expect(page).toHaveURL(/\/support\?ticket=/)
})

test('refuses the page to everyone else [R-OVER-13]', async ({ page, signIn }) => {
  for (const role of ['org_admin', 'customer'] as const) {
    await signIn({ role })
    await page.goto('/admin/overview')
    await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
    await expect(card(page, 'System Health')).toHaveCount(0)
  }
})
