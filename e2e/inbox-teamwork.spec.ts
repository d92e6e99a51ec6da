import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { ticketRow } from '#demo/rows/tickets.ts'
import { makeUser } from '#demo/rows/users.ts'
import type { Database } from '#server/database/database.ts'
import { emails } from '#server/database/schema/emails.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { expect, expectAccessible, inDays, toastOf, unique } from './fixtures.ts'
import { pane, test, text } from './two-tickets.ts'

const menu = async (page: Page, button: string, item: string) => {
  await pane(page).getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const storedOf = async (db: Database, id: string) => (await db.select().from(tickets).where(eq(tickets.id, id)))[0]

test('a ticket is snoozed, undone, snoozed until a chosen time and shown again', async ({
  page,
  two: { one, address },
  db,
}) => {
  await page.goto(address)
  await menu(page, 'Snooze', 'Until tomorrow')
  await expect(toastOf(page)).toContainText('Ticket snoozed')
  await expect(pane(page).getByText(/^Snoozed until .+ 08:00, or until the customer replies\.$/)).toBeVisible()
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(pane(page).getByText(/^Snoozed until/)).toHaveCount(0)

  await menu(page, 'Snooze', 'Choose a time…')
  const dialog = page.getByRole('dialog', { name: 'Snooze' })
  await dialog.getByLabel('Until').fill('2020-01-01T08:00')
  await dialog.getByRole('button', { name: 'Snooze', exact: true }).click()
  await expect(dialog).toContainText('Choose a time in the next 365 days.')
  await expectAccessible(page)
  const year = new Date().getFullYear()
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 16)
  await dialog.getByLabel('Until').fill(soon)
  await dialog.getByRole('button', { name: 'Snooze', exact: true }).click()
  await expect(pane(page).getByText(new RegExp(`^Snoozed until .+ (${year}|${year + 1})`))).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Views' })).toHaveCount(0)
  await pane(page).getByRole('button', { name: 'End snooze' }).click()
  await expect.poll(async () => (await storedOf(db, one.id))?.snoozedUntil).toBeNull()
})

test('a snooze whose undo fails is still shown, and said to be unchanged', async ({ page, two: { address } }) => {
  await page.goto(address)
  await menu(page, 'Snooze', 'Until tomorrow')
  const undo = toastOf(page).getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  await page.route('**/api/tickets/*/snooze', (route) => route.fulfill({ status: 500, json: { message: 'Busy' } }))
  await undo.click()
  await expect(toastOf(page)).toContainText('Failed to change the snooze')
  await expect(pane(page).getByText(/^Snoozed until/)).toBeVisible()
})

test('tomorrow is counted from the choice, also on a page that is open since yesterday', async ({
  page,
  two: { one, address },
}) => {
  await page.goto(address)
  await expect(pane(page).getByRole('button', { name: 'Snooze', exact: true })).toBeVisible()
  const later = Date.now() + 86_400_000
  await page.clock.setSystemTime(later)
  const sent = page.waitForRequest(`**/api/tickets/${one.id}/snooze`)
  await menu(page, 'Snooze', 'For 3 hours')
  expect(Date.parse((await sent).postDataJSON().until)).toBeGreaterThan(later)
})

test('a ticket is merged into another one of its organization, which then shows both', async ({
  page,
  two: { one, address, other, title },
}) => {
  await page.goto(`/support?search=${encodeURIComponent(title)}&open=${one.id}`)
  await menu(page, 'More actions', 'Merge into…')
  const choice = page.getByRole('dialog', { name: /^Merge TKT-/ })
  await choice.getByRole('searchbox').fill(title)
  await expect(choice.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)
  await choice.getByRole('button', { name: `${title} two` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Merge' }).click()
  await expect(toastOf(page)).toContainText('Tickets merged')
  await expect(pane(page).getByRole('heading', { name: `${title} two` })).toBeVisible()
  const messages = pane(page).getByRole('region', { name: 'Messages' })
  await expect(messages).toContainText('was merged into this ticket.')
  await expect(messages).toContainText('This conversation continues in')
  await page.goto(address)
  await pane(page)
    .getByRole('link', { name: /^Open TKT-/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`open=${other.id}`))
})

test('a reply that was being written when its ticket was merged does not separate the tickets', async ({
  page,
  openAgent,
  two: { one, other, address },
  db,
}) => {
  await page.goto(address)
  const waits = pane(page).getByLabel('Set Waiting Response')
  await expect(waits).toBeChecked()
  await text(page).fill('Please restart the printer')
  const colleague = await openAgent()
  const headers = { Origin: new URL(page.url()).origin }
  const merged = await colleague.page.request.post(`/api/tickets/${one.id}/merge`, {
    data: { into: other.id },
    headers,
  })
  expect(merged.status()).toBe(200)
  await expect(pane(page).getByRole('link', { name: /^Open TKT-/ })).toBeVisible()
  await expect(waits).toHaveCount(0)
  await text(page).press('Control+Enter')
  await expect(toastOf(page)).toContainText('Message sent')
  expect(await storedOf(db, one.id)).toMatchObject({ status: 'closed', mergedInto: other.id })
  await page.goto(`/support?open=${other.id}`)
  await expect(pane(page).getByRole('region', { name: 'Messages' })).toContainText('Please restart the printer')
  await expect(waits).toBeChecked()
})

test('a change of several tickets does not separate one that a colleague has just merged', async ({
  page,
  openAgent,
  two: { one, other, title },
  db,
}) => {
  await page.goto(`/support?search=${title}`)
  const bar = page.getByRole('region', { name: 'Selected tickets' })
  const apply = async () => {
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await bar.getByRole('combobox', { name: 'New status' }).selectOption('In Progress')
    await bar.getByRole('button', { name: 'Apply' }).click()
  }
  const confirm = () => page.getByRole('alertdialog').getByRole('button', { name: 'Apply' }).click()
  await apply()
  const colleague = await openAgent()
  const headers = { Origin: new URL(page.url()).origin }
  await colleague.page.request.post(`/api/tickets/${one.id}/merge`, { data: { into: other.id }, headers })
  await confirm()
  await expect(toastOf(page)).toContainText('1 ticket updated')
  await expect(toastOf(page)).toContainText('1 merged ticket not changed: another status would end the merge.')
  expect(await storedOf(db, one.id)).toMatchObject({ status: 'closed', mergedInto: other.id })
  expect(await storedOf(db, other.id)).toMatchObject({ status: 'in_progress' })
})

test('a ticket to merge into is found although many of other organizations have the same words', async ({
  page,
  db,
  two: { title, address },
}) => {
  const { id: organizationId } = await makeOrganization(db)
  const { id: userId } = await makeUser(db, { organizationId })
  const updatedAt = inDays(1)
  const many = Array.from({ length: 60 }, () => ticketRow({ organizationId, userId, title, updatedAt }))
  await db.insert(tickets).values(many)
  await page.goto(address)
  await menu(page, 'More actions', 'Merge into…')
  const choice = page.getByRole('dialog', { name: /^Merge TKT-/ })
  await expect(choice.getByRole('listitem')).toHaveText([new RegExp(`^${title} two`)])
  await choice.getByRole('searchbox').fill(title)
  await expect(choice.getByRole('listitem')).toHaveText([new RegExp(`^${title} two`)])
})

test('an agent follows a ticket and stops', async ({ page, two: { address } }) => {
  await page.goto(address)
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/followers'),
  )
  await menu(page, 'More actions', 'Follow (get emails about it)')
  await saved
  await menu(page, 'More actions', 'Stop following')
  await pane(page).getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Follow (get emails about it)' })).toBeVisible()
})

test('a canned reply sets status and priority with the reply, unless they are left out', async ({
  page,
  two: { one, address, other },
  db,
}) => {
  const name = unique('Solved')
  await page.goto('/support?tab=replies&add=reply')
  const dialog = page.getByRole('dialog', { name: 'Create Reply' })
  await dialog.getByLabel('Title').fill(name)
  await dialog.getByLabel('Text').fill('Solved in 4.3, {customer}.')
  await dialog.getByLabel('Set status').selectOption('Resolved')
  await dialog.getByLabel('Set priority').selectOption('Low')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(toastOf(page)).toContainText('Reply created')

  const insert = async () => {
    await pane(page).getByRole('button', { name: 'Canned replies' }).click()
    const choice = page.getByRole('dialog', { name: 'Canned Replies' })
    await choice.getByLabel('Search canned replies').fill(name)
    await expect(choice.getByRole('button', { name })).toContainText('Sets Resolved, Low')
    await page.keyboard.press('Enter')
    await expect(text(page)).toHaveValue('Solved in 4.3, Thandi.')
  }
  await page.goto(address)
  await insert()
  await expect(pane(page).getByText('Sets Resolved, Low')).toBeVisible()
  await text(page).press('Control+Enter')
  await expect(pane(page).getByRole('combobox', { name: 'Status', exact: true })).toHaveValue('resolved')
  expect(await storedOf(db, one.id)).toMatchObject({ status: 'resolved', priority: 'low' })

  await page.goto(`/support?open=${other.id}`)
  await insert()
  await pane(page).getByRole('button', { name: 'Change nothing else' }).click()
  await text(page).press('Control+Enter')
  await expect(pane(page).getByRole('region', { name: 'Messages' })).toContainText('Solved in 4.3, Thandi.')
  expect(await storedOf(db, other.id)).toMatchObject({ status: 'waiting_customer', priority: 'medium' })
})

test('an internal note mentions a colleague, who gets an email', async ({ page, two: { address }, db }) => {
  const anna = await makeUser(db, { role: 'agent', firstName: 'Anna', lastName: unique('Smith') })
  await page.goto(address)
  await pane(page).getByRole('button', { name: 'Internal note' }).click()
  const note = pane(page).getByRole('textbox', { name: 'Internal message' })
  await note.pressSequentially('Please look, @')
  const choice = page.getByRole('dialog', { name: 'Mention a colleague' })
  await choice.getByLabel('Search colleagues').fill(anna.lastName)
  await expect(choice.getByRole('button', { name: anna.lastName })).toHaveCount(1)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(note).toHaveValue(`Please look, @Anna ${anna.lastName} `)
  await pane(page).getByRole('button', { name: 'Add internal message' }).click()
  await expect(toastOf(page)).toContainText('Note added. Only staff see it.')
  const [email] = await db.select().from(emails).where(eq(emails.to, anna.email))
  expect(email?.subject).toContain('You were mentioned in a note')
})
