import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { ticketCategories } from '#server/database/schema/support/support-desk.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { expect, test, toastOf, toastOver } from './fixtures.ts'
import { button, dialog, facts, makeForeign, open } from './ticket-dialog.ts'

const makeCategory = async (db: Database) => {
  const [category] = await db
    .insert(ticketCategories)
    .values({ name: `Category ${crypto.randomUUID().slice(0, 8)}`, color: '#2563EB' })
    .returning()
  if (!category) throw new Error('No category')
  return category
}

/** The body of the next change. */
const sentBy = async (page: Page, act: () => Promise<unknown>) => {
  const asked = page.waitForRequest((request) => request.method() === 'PATCH')
  await act()
  return (await asked).postDataJSON() as unknown
}

const rowOf = async (db: Database, id: string) => {
  const [row] = await db.select().from(tickets).where(eq(tickets.id, id))
  return row
}

test('staff edit a ticket’s status and priority [R-SUP-91 R-SUP-92 R-SUP-93 R-SUP-94 R-SUP-95 R-ERR-60 R-API-45 R-ROLE-21 R-STATE-49 R-STATE-50]', async ({
  page,
  signIn,
  db,
}) => {
  await signIn({ role: 'agent' })
  const category = await makeCategory(db)
  const { ticket } = await makeForeign(db, { status: 'closed' })
  await open(page, ticket.id)
  await button(page, 'Edit').click()
  await dialog(page).getByLabel('Status').selectOption('In Progress')
  await button(page, 'Cancel').click()
  await expect(dialog(page).getByText('Closed', { exact: true })).toBeVisible()
  await expect(button(page, 'Edit')).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Status')).toBeFocused()
  await dialog(page).getByLabel('Status').selectOption('Resolved')
  await expect(dialog(page).getByLabel('Status')).toHaveAccessibleDescription(
    'We email the customer that it is resolved.',
  )
  await dialog(page).getByLabel('Status').selectOption('Open')
  await expect(dialog(page).getByLabel('Status')).toHaveAccessibleDescription('')
  await dialog(page).getByLabel('Category').selectOption(category.name)
  const save = () => button(page, 'Save').click()
  expect(await sentBy(page, save)).toEqual({ status: 'open', categoryId: category.id })
  await expect(toastOf(page)).toContainText('Ticket updated')
  await expect(dialog(page).getByText('Open', { exact: true })).toBeVisible()
  await expect(dialog(page).getByText(category.name)).toBeVisible()

  await button(page, 'Edit').click()
  await dialog(page).getByLabel('Priority').selectOption('Urgent')
  await dialog(page).getByLabel('Category').selectOption('No category')
  expect(await sentBy(page, save)).toEqual({ priority: 'urgent', categoryId: null })
  await expect(dialog(page).getByText('Urgent', { exact: true })).toBeVisible()
  await expect(dialog(page).getByText(category.name)).toHaveCount(0)

  await button(page, 'History').click()
  const history = dialog(page).getByRole('region', { name: 'History' })
  await expect(history).toContainText('Status: Closed → Open')
  await expect(history).toContainText(`Category: ${category.name} → none`)
  await expect(history).toContainText('by Lerato Dlamini')
})

test('shows another user’s change and keeps the own selection [R-ERR-52]', async ({ page, signIn, db }) => {
  await signIn({ role: 'agent' })
  const { ticket } = await makeForeign(db)
  await open(page, ticket.id)
  await button(page, 'Edit').click()
  await expect(dialog(page).getByLabel('Priority')).toBeVisible()
  const theirs = { status: 'resolved', updatedAt: new Date().toISOString() } as const
  await db.update(tickets).set(theirs).where(eq(tickets.id, ticket.id))
  await dialog(page).getByLabel('Priority').selectOption('High')
  await button(page, 'Save').click()
  await expect(toastOf(page)).toContainText('Failed to update ticket')
  await expect(toastOf(page)).toContainText('Someone else changed this ticket. Check it and try again.')
  const notice = dialog(page).getByRole('status').filter({ hasText: 'Someone else changed this ticket' })
  await expect(notice).toContainText('Status: Open → Resolved')
  await expect(dialog(page).getByLabel('Priority')).toHaveValue('high')
  expect(await sentBy(page, () => button(page, 'Save').click())).toEqual({ priority: 'high' })
  await expect(dialog(page).getByText('Resolved', { exact: true })).toBeVisible()
  await expect(dialog(page).getByText('High', { exact: true })).toBeVisible()
})

test('an agent takes a ticket and gives it back without leaving the button', async ({ page, signIn, db }) => {
  const { userId } = await signIn({ role: 'agent' })
  const { ticket } = await makeForeign(db)
  await open(page, ticket.id)
  await expect(facts(page, 'Assignee')).toContainText('Unassigned')
  await button(page, 'Assign to me').click()
  await expect(facts(page, 'Assignee')).toContainText('Lerato Dlamini')
  await expect(button(page, 'Unassign me')).toBeFocused()
  await expect(button(page, 'Unassign me')).toBeEnabled()
  expect((await rowOf(db, ticket.id))?.assigneeId).toBe(userId)
  await page.keyboard.press('Enter')
  await expect(facts(page, 'Assignee')).toContainText('Unassigned')
  await toastOver(page).getByRole('button', { name: 'Undo', includeHidden: true }).click()
  await expect(facts(page, 'Assignee')).toContainText('Lerato Dlamini')
})

test('saving the properties leaves the question about the files of a reply', async ({ page, signIn, db }) => {
  await signIn({ role: 'agent' })
  const { ticket } = await makeForeign(db)
  await open(page, ticket.id)
  await button(page, 'Reply').click()
  const file = { name: 'log.txt', mimeType: 'text/plain', buffer: Buffer.from('It starts.') }
  await dialog(page).locator('input[type=file]').setInputFiles(file)
  await button(page, 'Edit').click()
  await dialog(page).getByLabel('Priority').selectOption('High')
  await button(page, 'Save').click()
  await expect(button(page, 'Edit')).toBeVisible()
  await page.keyboard.press('Escape')
  await page
    .getByRole('alertdialog', { name: 'Discard your changes?' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  await expect(dialog(page).getByText('log.txt')).toBeVisible()
})
