import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { TicketStatus } from '#contract/support/ticket-fields.ts'
import { makeTicket, ticketRow } from '#demo/rows/tickets.ts'
import { makeUser } from '#demo/rows/users.ts'
import { ticketCategories } from '#server/database/schema/support/support-desk.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

const rows = (page: Page) => page.locator('li[data-row]')
const rowOf = (page: Page, title: string) => rows(page).filter({ hasText: title })
const card = (page: Page, name: RegExp) => page.getByRole('button', { name })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search tickets' })
const choose = (page: Page, name: string, label: string) =>
  page.getByRole('combobox', { name, exact: true }).selectOption(label)

/** A word that no other ticket has. */
const word = () => Array.from({ length: 12 }, () => 'bdfghklmnp'[Math.floor(Math.random() * 10)]).join('')

test('customers see their own tickets and how they stand [R-ROUTE-12 R-SUP-09 R-SUP-10 R-SUP-12 R-SUP-13 R-SUP-14 R-SUP-15 R-SUP-16 R-SUP-26 R-SUP-39]', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const colleague = await makeUser(db, { organizationId })
  for (const status of TicketStatus.options)
    await makeTicket(db, { organizationId, userId, status, title: `Is ${status}` })
  await makeTicket(db, { organizationId, userId: colleague.id, title: 'Of a colleague' })
  await page.goto('/support')
  await expect(page.getByRole('heading', { name: 'Support Center', level: 1 })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Tickets', 'Documentation'])
  await expect(page.getByRole('heading', { name: 'Your Support Tickets (5)' })).toBeVisible()
  for (const name of [/^Open 1$/, /^In Progress 1$/, /^Waiting Response 1$/, /^Resolved 2/])
    await expect(card(page, name)).toBeVisible()
  await expect(rows(page)).toHaveCount(5)
  await expect(rowOf(page, 'Of a colleague')).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Assignee' })).toHaveCount(0)

  await signIn({ role: 'org_admin', organizationId })
  await page.goto('/support?assignee=me&late=1')
  await expect(page.getByRole('heading', { name: 'Your Support Tickets (6)' })).toBeVisible()
  await expect(rowOf(page, 'Of a colleague')).toBeVisible()
  await signIn()
  await page.goto('/support')
  await expect(page.getByText('No support tickets found. Create your first ticket to get started.')).toBeVisible()
})

test('staff see everyone’s tickets, and whose they are [R-SUP-11 R-SUP-25 R-SUP-27 R-SUP-29 R-SUP-30 R-SUP-31 R-SUP-32 R-SUP-33 R-SUP-34 R-SUP-35 R-SUP-36 R-ROLE-13 R-ROLE-17 R-CONST-32 R-STATE-50]', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, organization } = await signIn()
  const anna = await makeUser(db, { organizationId, firstName: 'Anna', lastName: 'Smith' })
  const name = `Category ${word()}`
  const [category] = await db.insert(ticketCategories).values({ name }).returning()
  const title = word()
  const facts = { organizationId, userId: anna.id, title, description: 'One.\nTwo.\nThree.', categoryId: category?.id }
  const dates = { createdAt: '2026-03-05T09:30:00Z', updatedAt: '2026-03-07T09:30:00Z' }
  await makeTicket(db, { ...facts, ...dates, status: 'waiting_customer', priority: 'urgent' })
  await makeTicket(db, { organizationId, userId: anna.id, title: `${title} too` })
  await signIn({ role: 'agent' })
  await page.goto(`/support?search=${title}`)
  await expect(page.getByRole('tab')).toHaveText([
    'Tickets',
    'Documentation',
    'Categories',
    'Canned Replies',
    'Targets',
  ])
  await expect(page.getByRole('heading', { name: 'All Support Tickets (2)' })).toBeVisible()
  const row = rowOf(page, name)
  for (const fact of ['Waiting Response', 'Urgent', 'Mar 05, 2026', 'Mar 07, 2026', organization, 'Anna Smith'])
    await expect(row).toContainText(fact)
  await expect(row).toContainText(anna.email)
  await expect(row).toContainText(/TKT-2026-\d{6}/)
  await expect(row.getByRole('heading', { name: title })).toBeVisible()
  await expect(row).toContainText('Late')
  const lines = await row
    .getByText('One.')
    .evaluate((text) => text.clientHeight / parseFloat(getComputedStyle(text).lineHeight))
  expect(Math.round(lines)).toBe(2)
  await expect(rowOf(page, `${title} too`)).not.toContainText('Late')
})

test('a ticket without a number is called by its year and id [R-SUP-28 R-CONST-30]', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const createdAt = '2024-05-05T09:30:00Z'
  const { id } = await makeTicket(db, { organizationId, userId, createdAt })
  await page.route('**/api/tickets?**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(/"TKT-[^"]*"/, '""') })
  })
  await page.goto('/support')
  await expect(rows(page)).toContainText(`TKT-2024-${id.slice(0, 8).toUpperCase()}`)
})

test('search and status narrow the list and stand in the address [R-SUP-17 R-SUP-18 R-SUP-19 R-SUP-20 R-SUP-21 R-SUP-22 R-SUP-23 R-SUP-24 R-SUP-38]', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const mine = { organizationId, userId }
  await makeTicket(db, { ...mine, title: 'The printer is asleep', status: 'closed' })
  await makeTicket(db, { ...mine, title: 'Something else', description: 'It is about a printer.' })
  await page.goto('/support')
  const status = page.getByRole('combobox', { name: 'Status' })
  await expect(status.getByRole('option')).toHaveText([
    'All Statuses',
    'Open',
    'In Progress',
    'Waiting Response',
    'Resolved',
    'Closed',
  ])
  await search(page).fill('printer')
  await expect(page).toHaveURL('/support?search=printer')
  await expect(rows(page)).toHaveCount(2)
  await status.selectOption('Closed')
  await expect(page.getByRole('heading', { name: 'Your Support Tickets (1)' })).toBeVisible()
  await expect(page).toHaveURL('/support?search=printer&status=closed')
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(search(page)).toHaveValue('printer')
  await expect(status).toHaveValue('closed')
  await card(page, /^In Progress/).click()
  await expect(card(page, /^In Progress/)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('No tickets match your current search or filter criteria')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(page).toHaveURL('/support')
  await expect(rows(page)).toHaveCount(2)
  await page.goto('/support?status=gone')
  await expect(rows(page)).toHaveCount(2)
})

test('staff narrow by priority, category, assignee and lateness', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const customer = await makeUser(db, { organizationId })
  const { userId: me } = await signIn({ role: 'agent' })
  const other = await makeUser(db, { role: 'agent', firstName: 'Other', lastName: word() })
  const [category] = await db.insert(ticketCategories).values({ name: word() }).returning()
  const about = word()
  const make = (title: string, facts: Partial<typeof tickets.$inferInsert>) =>
    makeTicket(db, { organizationId, userId: customer.id, title: `${about} ${title}`, ...facts })
  await make('mine', { assigneeId: me, priority: 'high' })
  await make('other', { assigneeId: other.id, categoryId: category?.id })
  await make('late', { createdAt: '2026-01-05T09:30:00Z' })
  await page.goto(`/support?search=${about}`)
  const expectOnly = (title: string) => expect(rows(page).getByRole('heading')).toHaveText([`${about} ${title}`])
  await expect(rows(page)).toHaveCount(3)
  await choose(page, 'Priority', 'High')
  await expectOnly('mine')
  await choose(page, 'Priority', 'All priorities')
  await choose(page, 'Category', category?.name ?? '')
  await expectOnly('other')
  await choose(page, 'Category', 'No category')
  await expect(rows(page)).toHaveCount(2)
  await choose(page, 'Assignee', 'Me')
  await expectOnly('mine')
  await choose(page, 'Assignee', 'Unassigned')
  await expectOnly('late')
  await page.goto(`/support?search=${about}&assignee=${other.id}`)
  await expect(page.getByRole('combobox', { name: 'Assignee' }).locator(':checked')).toHaveText(
    `Other ${other.lastName}`,
  )
  await expectOnly('other')
  await choose(page, 'Assignee', 'Everyone')
  await page.getByRole('checkbox', { name: 'Late only' }).check()
  await expectOnly('late')
  await expect(page).toHaveURL(`/support?search=${about}&late=1`)
})

test('View opens the ticket, its address is kept, and Back closes it [R-SUP-37]', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const { id } = await makeTicket(db, { organizationId, userId, title: 'Cannot start' })
  await page.goto('/support?status=open')
  await rowOf(page, 'Cannot start').getByRole('button', { name: 'View' }).click()
  await expect(page.getByRole('dialog', { name: 'Ticket Details' })).toContainText('Cannot start')
  await expect(page).toHaveURL(`/support?status=open&ticket=${id}`)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/support?status=open')
  await rowOf(page, 'Cannot start').getByRole('button', { name: 'View' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Ticket Details' })).toBeVisible()
})

test('a long list loads on scrolling, and on a phone on request, which keeps the focus below the rows', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const many = Array.from({ length: 120 }, (_, index) => ({ organizationId, userId, title: `Ticket ${index}` }))
  await db.insert(tickets).values(many.map(ticketRow))
  await page.goto('/support')
  await expect(page.getByText('120 tickets, 50 loaded')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your Support Tickets (120)' })).toBeVisible()
  await page.getByRole('region', { name: 'Tickets', exact: true }).evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await expect(page.getByText('120 tickets, 100 loaded')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/support?status=open')
  await expect(card(page, /^Open 120$/)).toBeVisible()
  const more = page.getByRole('button', { name: 'Load more' })
  await more.press('Enter')
  await expect(page.getByText('120 tickets, 100 loaded')).toBeVisible()
  await expect(more).toBeFocused()
  await more.press('Enter')
  await expect(page.getByText('120 tickets', { exact: true })).toBeFocused()
  await expect(rows(page)).toHaveCount(120)
})

test('the export has what the list has', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  for (const title of ['A printer', 'Another printer', 'A laptop'])
    await makeTicket(db, { organizationId, userId, title })
  await page.goto('/support?search=printer')
  await expect(rows(page)).toHaveCount(2)
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  const lines = (await readFile(await (await started).path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines.join()).not.toContain('laptop')
})

test('the list is accessible, in light and dark, and nothing sticks out of a phone', async ({ page, signIn, db }) => {
  test.slow()
  const { organizationId } = await signIn()
  const customer = await makeUser(db, { organizationId, firstName: 'X'.repeat(40), lastName: 'Y'.repeat(40) })
  const title = word()
  const mine = { organizationId, userId: customer.id, description: 'z'.repeat(400) }
  for (const status of TicketStatus.options)
    await makeTicket(db, { ...mine, status, title: `${title} ${'w'.repeat(150)}`, createdAt: '2026-01-05T09:30:00Z' })
  await signIn({ role: 'agent' })
  await page.goto(`/support?search=${title}`)
  await expect(rows(page)).toHaveCount(5)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(page.getByRole('region', { name: 'Selected tickets' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
