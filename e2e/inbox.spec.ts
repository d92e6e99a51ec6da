import type { Page } from '@playwright/test'
import { makeMessage, makeTicket, ticketRow } from '#demo/rows/tickets.ts'
import { makeUser } from '#demo/rows/users.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inDays, test, toastOf, unique } from './fixtures.ts'
import { settled } from './settled.ts'

const rows = (page: Page) => page.locator('li[data-row]')
const views = (page: Page) => page.getByRole('navigation', { name: 'Views' })
const view = (page: Page, name: string) => views(page).getByRole('link', { name })
const list = (page: Page) => page.getByRole('region', { name: 'Tickets', exact: true })

test('opens on tickets that need an answer, with twelve rows of two lines on a laptop', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn({ role: 'agent' })
  await page.goto('/support')
  await expect(page.getByRole('heading', { name: /^Needs an answer \(\d+\)$/ })).toBeVisible()
  await expect(view(page, 'Needs an answer')).toHaveAttribute('aria-current', 'page')
  await expect(rows(page).nth(12)).toBeAttached()
  const visible = await rows(page).evaluateAll(
    (items) => items.filter((item) => item.getBoundingClientRect().bottom <= window.innerHeight).length,
  )
  expect(visible).toBeGreaterThanOrEqual(12)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('shows the number of each ticket whole, however wide the list is', async ({ page, signIn }) => {
  await signIn({ role: 'agent' })
  await page.goto('/support')
  await expect(rows(page).first()).toBeVisible()
  for (const width of [1024, 1180, 1280, 1366, 1536]) {
    await page.setViewportSize({ width, height: 800 })
    const numbers = page.locator('li[data-row] p > span').filter({ hasText: /^TKT-/, visible: true })
    await expect(numbers.first()).toBeVisible()
    const cut = await numbers.evaluateAll((all) =>
      all.flatMap((one) => {
        const [shown, room] = [one.getBoundingClientRect(), one.closest('p')?.getBoundingClientRect()]
        return room && shown.right <= room.right ? [] : [one.textContent]
      }),
    )
    expect([width, cut]).toEqual([width, []])
  }
})

test('views count their tickets, and the address keeps view, filter and order', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const customer = await makeUser(db, { organizationId })
  const { userId } = await signIn({ role: 'agent' })
  const title = unique('Mine')
  await makeTicket(db, { organizationId, userId: customer.id, title, assigneeId: userId, status: 'waiting_customer' })
  const urgent = await makeTicket(db, {
    organizationId,
    userId: customer.id,
    title: `${title} urgent`,
    assigneeId: userId,
    priority: 'urgent',
  })
  await page.goto('/support')
  await expect(view(page, 'Mine')).toHaveAccessibleName('Mine 2')
  await view(page, 'Mine').click()
  await expect(page).toHaveURL('/support?view=mine')
  await expect(rows(page).getByRole('heading')).toHaveText([`${title} urgent`, title])
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Oldest')
  await expect(page).toHaveURL('/support?view=mine&sort=created')
  await expect(rows(page).getByRole('heading')).toHaveText([title, `${title} urgent`])
  await page.reload()
  await expect(rows(page).getByRole('heading')).toHaveText([title, `${title} urgent`])

  await makeMessage(db, urgent, { userId, createdAt: inDays(0) })
  await page.goto(`/support?search=${encodeURIComponent(title)}`)
  await expect(page.getByRole('heading', { name: 'All Support Tickets (2)' })).toBeVisible()
  await expect(view(page, 'All')).toHaveAttribute('aria-current', 'page')
  await view(page, 'Mine').click()
  await expect(page).toHaveURL('/support?view=mine')
})

test('a staff member saves a view and deletes it', async ({ page, signIn }) => {
  await signIn({ role: 'agent' })
  await page.goto('/support?view=unassigned')
  await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Priority' }).selectOption('High')
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name').fill('High and free')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page)).toContainText('View “High and free” saved')
  await expect(view(page, 'High and free')).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0)

  await view(page, 'Late').click()
  await expect(page).toHaveURL('/support?view=late')
  await view(page, 'High and free').click()
  await expect(page.getByRole('combobox', { name: 'Priority' })).toHaveValue('high')
  await expect(page).toHaveURL('/support?view=unassigned&priority=high&sort=urgency')
  await page.getByRole('button', { name: 'Delete view High and free' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(view(page, 'High and free')).toHaveCount(0)
})

test('on a phone a row is two lines and a link', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn({ role: 'agent' })
  await page.goto('/support')
  await expect(rows(page).first()).toBeVisible()
  const heights = await rows(page).evaluateAll((items) => items.map((item) => item.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThan(64)
  await expect(list(page)).toBeVisible()
  await expectAccessible(page)
})

test('the list keeps its place, selection and focus while a ticket is opened and closed', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  const { id: userId } = await makeUser(db, { organizationId })
  const title = unique('Walk')
  const many = Array.from({ length: 40 }, (_, index) =>
    ticketRow({ organizationId, userId, title: `${title} ${index}`, createdAt: inDays(-index) }),
  )
  await db.insert(tickets).values(many)
  await signIn({ role: 'agent' })
  await page.goto(`/support?search=${encodeURIComponent(title)}`)
  await rows(page).getByRole('checkbox').nth(3).check()
  // A checkbox is nothing to type in.
  await page.keyboard.press('j')
  await expect(rows(page).getByRole('link').nth(4)).toBeFocused()
  const link = rows(page).getByRole('link', { name: `${title} 30` })
  await link.click()
  const opened = page.locator('li[aria-current=true]')
  await expect(opened).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Next ticket' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(opened).toContainText(`${title} 31`)
  await page.getByRole('button', { name: 'Close ticket' }).click()
  const row = rows(page).getByRole('link', { name: `${title} 31` })
  await expect(row).toBeFocused()
  await expect(row).toBeInViewport()
  await expect(page.getByRole('region', { name: 'Selected tickets' })).toContainText('1 selected')
})

test('the row that has the focus looks different, also if its subject is cut off', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn()
  const word = unique('Focus')
  await makeTicket(db, { organizationId, userId, title: `${word} ${'and many more words '.repeat(9)}` })
  const row = rows(page).filter({ hasText: word })
  const expectVisibleFocus = async () => {
    await page.goto(`/support?search=${encodeURIComponent(word)}`)
    await expect(row).toBeVisible()
    await settled(page)
    const before = await row.screenshot()
    await page.keyboard.press('j')
    await expect(row.getByRole('link')).toBeFocused()
    expect(before.equals(await row.screenshot())).toBe(false)
  }
  await expectVisibleFocus()
  await signIn({ role: 'agent' })
  await expectVisibleFocus()
})

test('the time left counts down while the list is open', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const { id: userId } = await makeUser(db, { organizationId })
  const title = unique('Soon')
  const due = { firstResponseHours: 3, firstDueAt: inDays(3 / 24) }
  await db.insert(tickets).values(ticketRow({ organizationId, userId, title, ...due }))
  await signIn({ role: 'agent' })
  await page.clock.install()
  await page.goto(`/support?search=${encodeURIComponent(title)}`)
  await expect(rows(page)).toContainText('Due in 3 hours')
  await page.clock.fastForward('01:00:00')
  await expect(rows(page)).toContainText('Due in 2 hours')
  await page.clock.fastForward('02:00:00')
  await expect(rows(page)).toContainText('Late')
})

test('the button of the next ticket keeps the focus at the last one', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const { id: userId } = await makeUser(db, { organizationId })
  const title = unique('Last')
  await db.insert(tickets).values([1, 2].map((n) => ticketRow({ organizationId, userId, title: `${title} ${n}` })))
  await signIn({ role: 'agent' })
  await page.goto(`/support?search=${encodeURIComponent(title)}`)
  await rows(page).getByRole('link').first().click()
  const next = page.getByRole('button', { name: 'Next ticket' })
  await next.press('Enter')
  await expect(rows(page).nth(1)).toHaveAttribute('aria-current', 'true')
  await expect(next).toBeDisabled()
  await expect(next).toBeFocused()
  await next.press('Enter')
  await expect(rows(page).nth(1)).toHaveAttribute('aria-current', 'true')
})

test('all matching tickets are selected beyond the loaded ones', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const { id: userId } = await makeUser(db, { organizationId })
  const title = unique('Many')
  await db
    .insert(tickets)
    .values(
      Array.from({ length: 120 }, (_, index) => ticketRow({ organizationId, userId, title: `${title} ${index}` })),
    )
  await signIn({ role: 'agent' })
  await page.goto(`/support?search=${encodeURIComponent(title)}`)
  await expect(page.getByText('120 tickets, 50 loaded')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  const bar = page.getByRole('region', { name: 'Selected tickets' })
  await expect(bar).toContainText('50 selected')
  await bar.getByRole('button', { name: 'Select all 120' }).click()
  await expect(bar).toContainText('120 selected')
  await expect(bar.getByRole('button', { name: /^Select all/ })).toHaveCount(0)
})
