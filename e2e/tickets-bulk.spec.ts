import type { Page } from '@playwright/test'
import { ticketRow } from '#demo/rows/tickets.ts'
import { makeUser } from '#demo/rows/users.ts'
import type { Database } from '#server/database/database.ts'
import { ticketCategories } from '#server/database/schema/support/support-desk.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf, toastOver } from './fixtures.ts'

const rows = (page: Page) => page.locator('li[data-row]')
const bar = (page: Page) => page.getByRole('region', { name: 'Selected tickets' })
const boxOf = (page: Page, title: string) => rows(page).filter({ hasText: title }).getByRole('checkbox')
const all = (page: Page) => page.getByRole('checkbox', { name: 'Select all' })
const question = (page: Page) => page.getByRole('alertdialog')
const choose = (page: Page, name: string, label: string) =>
  bar(page).getByRole('combobox', { name }).selectOption(label)

async function apply(page: Page) {
  await bar(page).getByRole('button', { name: 'Apply' }).click()
  await question(page).getByRole('button', { name: 'Apply' }).click()
}

/** A word that no other ticket has. */
const word = () => Array.from({ length: 12 }, () => 'bdfghklmnp'[Math.floor(Math.random() * 10)]).join('')

async function makeMany(db: Database, organizationId: string, count: number) {
  const { id: userId } = await makeUser(db, { organizationId })
  const about = word()
  const titles = Array.from({ length: count }, (_, index) => `${about} n${index + 1}.`)
  await db.insert(tickets).values(titles.map((title) => ticketRow({ organizationId, userId, title })))
  return about
}

test('the question names the same tickets until the last of them has left the list', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const about = await makeMany(db, organizationId, 2)
  await signIn({ role: 'agent' })
  await page.goto(`/support?status=open&search=${about}`)
  await all(page).check()
  await choose(page, 'New status', 'In Progress')
  await bar(page).getByRole('button', { name: 'Apply' }).click()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/inbox/counts', async (route) => {
    await released
    await route.continue()
  })
  await question(page).getByRole('button', { name: 'Apply' }).click()
  await expect(rows(page)).toHaveCount(0)
  await expect(question(page)).toHaveAccessibleName('Change 2 tickets?')
  release()
  await expect(toastOf(page)).toContainText('2 tickets updated')
  await expect(question(page)).toHaveCount(0)
})

test('all matching tickets are those of the list where this was asked', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const [about, others] = [await makeMany(db, organizationId, 60), await makeMany(db, organizationId, 60)]
  await signIn({ role: 'agent' })
  await page.goto(`/support?search=${about}`)
  await all(page).check()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const next = `**/api/tickets?search=${about}&*cursor=*`
  await page.route(next, async (route) => {
    await released
    await route.continue()
  })
  const asked = page.waitForRequest(next)
  await bar(page).getByRole('button', { name: 'Select all 60' }).click()
  await asked
  await page.getByRole('searchbox').fill(others)
  await expect(rows(page).first()).toContainText(others)
  await rows(page).first().getByRole('checkbox').check()
  const late = page.waitForResponse(next)
  release()
  await (await late).finished()
  await page.getByRole('searchbox').fill(about)
  await expect(bar(page)).toContainText('50 selected')
  await page.getByRole('searchbox').fill(others)
  await expect(bar(page)).toContainText('1 selected')
})

test('chosen tickets are changed together: status, category and assignee', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const about = await makeMany(db, organizationId, 3)
  const name = `Category ${word()}`
  await db.insert(ticketCategories).values({ name })
  const agent = await makeUser(db, { role: 'agent', firstName: 'Anna', lastName: word() })
  await signIn({ role: 'agent' })
  await page.goto(`/support?search=${about}`)
  await boxOf(page, 'n1.').focus()
  await page.keyboard.press('Space')
  await boxOf(page, 'n2.').check()
  await expect(bar(page)).toContainText('2 selected')
  await expect(bar(page).getByRole('button', { name: 'Apply' })).toBeDisabled()
  await choose(page, 'New status', 'In Progress')
  await choose(page, 'New category', name)
  await choose(page, 'New assignee', `Anna ${agent.lastName}`)
  await bar(page).getByRole('button', { name: 'Apply' }).click()
  await expect(question(page)).toHaveAccessibleName('Change 2 tickets?')
  await expect(question(page)).toHaveAccessibleDescription('No email is sent.')
  await expect(question(page).getByRole('listitem')).toHaveText([
    'Status: In Progress',
    `Category: ${name}`,
    `Assignee: Anna ${agent.lastName}`,
  ])
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await expect(rows(page).filter({ hasText: 'n1.' })).toContainText('Open')
  await apply(page)
  await expect(toastOf(page)).toContainText('2 tickets updated')
  await expect(bar(page)).toHaveCount(0)
  for (const title of ['n1.', 'n2.']) {
    const row = rows(page).filter({ hasText: title })
    for (const fact of ['In Progress', name, `Assigned to Anna ${agent.lastName}`])
      await expect(row).toContainText(fact)
  }
  await expect(rows(page).filter({ hasText: 'n3.' })).toContainText('Open')
})

test('all that are shown are chosen at once, and those that no longer match leave the list', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  const about = await makeMany(db, organizationId, 2)
  await signIn({ role: 'admin' })
  await page.goto(`/support?search=${about}&status=open`)
  await all(page).check()
  await choose(page, 'New status', 'Resolved')
  await bar(page).getByRole('button', { name: 'Apply' }).click()
  await expect(question(page)).toHaveAccessibleDescription('We email the customers that their tickets are resolved.')
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await choose(page, 'New status', 'Closed')
  await apply(page)
  await expect(page.getByText('No tickets match your current search or filter criteria')).toBeVisible()
})

test('shows a refused change and keeps the selection [R-ERR-52]', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const about = await makeMany(db, organizationId, 1)
  await signIn({ role: 'agent' })
  await page.goto(`/support?search=${about}`)
  await all(page).check()
  await choose(page, 'New status', 'Closed')
  await page.route('**/api/tickets/bulk', (route) => route.fulfill({ status: 500, json: { message: 'Not now.' } }))
  await apply(page)
  await expect(toastOver(page)).toContainText('Failed to update ticket')
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(bar(page)).toContainText('1 selected')
  await expect(bar(page).getByRole('combobox', { name: 'New status' })).toHaveValue('closed')
})

test('more than two hundred are too many at once', async ({ page, signIn, db }) => {
  test.slow()
  const { organizationId } = await signIn()
  const about = await makeMany(db, organizationId, 201)
  await signIn({ role: 'agent' })
  await page.goto(`/support?search=${about}`)
  const list = page.getByRole('region', { name: 'Tickets', exact: true })
  await expect(async () => {
    await list.evaluate((box) => box.scrollTo(0, box.scrollHeight))
    await expect(page.getByText('201 tickets', { exact: true })).toBeVisible({ timeout: 250 })
  }).toPass()
  await all(page).check()
  await choose(page, 'New status', 'Closed')
  await expect(bar(page)).toContainText('At most 200 can be changed at once.')
  await expect(bar(page).getByRole('button', { name: 'Apply' })).toBeDisabled()
  await boxOf(page, 'n1.').uncheck()
  await apply(page)
  await expect(toastOf(page)).toContainText('200 tickets updated')
})
