import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { makeTicket } from '#demo/rows/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { cannedReplies } from '#server/database/schema/support/support-desk.ts'
import { ticketMessages, tickets } from '#server/database/schema/support/tickets.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './fixtures.ts'
import { button, dialog, makeForeign, messages, open } from './ticket-dialog.ts'

const internal = (page: Page) => dialog(page).getByLabel('Internal message (not visible to customer)')
const text = (page: Page, name = 'Reply to customer') => dialog(page).getByLabel(name, { exact: true })

const storedOf = (db: Database, ticketId: string) =>
  db
    .select({ message: ticketMessages.message, isInternal: ticketMessages.isInternal })
    .from(ticketMessages)
    .where(eq(ticketMessages.ticketId, ticketId))

const statusOf = async (db: Database, id: string) =>
  (await db.select({ status: tickets.status }).from(tickets).where(eq(tickets.id, id)))[0]?.status

test('staff open the form, answer, and find the focus where they left it [R-SUP-96 R-ERR-54]', async ({
  page,
  signIn,
  db,
}) => {
  await signIn({ role: 'agent' })
  const { id } = (await makeForeign(db)).ticket
  await open(page, id)
  await expect(text(page)).toHaveCount(0)
  await button(page, 'Reply').press('Enter')
  await expect(text(page)).toBeFocused()
  await expect(button(page, 'Send')).toBeDisabled()
  await page.keyboard.type('Have you tried the newest version?')
  await text(page).press('Control+Enter')
  await expect(toastOf(page)).toContainText('Message sent')
  await expect(messages(page).getByRole('listitem')).toContainText(['You'])
  await expect(button(page, 'Reply')).toBeFocused()
  await expect(text(page)).toHaveCount(0)
  expect(await storedOf(db, id)).toEqual([{ message: 'Have you tried the newest version?', isInternal: false }])
  expect(await statusOf(db, id)).toBe('open')
})

test('an internal message looks like nothing else and moves nothing [R-SUP-97 R-ROLE-22 R-API-44]', async ({
  page,
  signIn,
  db,
}) => {
  await signIn({ role: 'agent' })
  const { id } = (await makeForeign(db)).ticket
  await open(page, id)
  await button(page, 'Reply').click()
  await internal(page).check()
  await text(page, 'Internal message').fill('Known since Monday')
  await expect(button(page, 'Send')).toHaveCount(0)
  await expect(button(page, 'More ways to send')).toHaveCount(0)
  await button(page, 'Add internal message').click()
  await expect(messages(page).getByRole('listitem').getByText('Internal', { exact: true })).toBeVisible()
  expect(await storedOf(db, id)).toEqual([{ message: 'Known since Monday', isInternal: true }])
  await button(page, 'Reply').click()
  await expect(internal(page)).not.toBeChecked()
})

test('a draft outlives the dialog and a reload, and an internal one comes back internal', async ({
  page,
  signIn,
  db,
}) => {
  await signIn({ role: 'agent' })
  const { id } = (await makeForeign(db)).ticket
  await open(page, id)
  await button(page, 'Reply').click()
  await internal(page).check()
  await text(page, 'Internal message').fill('Not for the customer')
  await expect(dialog(page).getByText('Draft saved')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await open(page, id)
  await expect(text(page, 'Internal message')).toHaveValue('Not for the customer')
  await expect(internal(page)).toBeChecked()
  await expect(button(page, 'Add internal message')).toBeEnabled()
})

for (const [words, status] of [
  ['Send and set Waiting Response', 'waiting_customer'],
  ['Send and resolve', 'resolved'],
] as const)
  test(`‘${words}’ does both at once`, async ({ page, signIn, db }) => {
    await signIn({ role: 'agent' })
    const { id } = (await makeForeign(db)).ticket
    await open(page, id)
    await button(page, 'Reply').click()
    await text(page).fill('Please try again now.')
    await button(page, 'More ways to send').click()
    await page.getByRole('menuitem', { name: words }).click()
    await expect(messages(page)).toContainText('Please try again now.')
    await expect(
      dialog(page).getByText(status === 'resolved' ? 'Resolved' : 'Waiting Response', { exact: true }),
    ).toBeVisible()
    expect(await statusOf(db, id)).toBe(status)
  })

test('a canned reply is found by its words, filled, and put where the cursor is', async ({ page, signIn, db }) => {
  await signIn({ role: 'agent' })
  const word = crypto.randomUUID().slice(0, 8)
  await db.insert(cannedReplies).values({ title: `Ask ${word}`, text: 'Hello {customer}, this is {agent}. {other}' })
  const { id } = (await makeForeign(db)).ticket
  await open(page, id)
  await button(page, 'Reply').click()
  await expect(text(page)).toBeFocused()
  await page.keyboard.press('/')
  const choice = page.getByRole('dialog', { name: 'Canned Replies' })
  await expect(choice.getByLabel('Search canned replies')).toBeFocused()
  await choice.getByLabel('Search canned replies').fill(word)
  await expect(choice.getByRole('button', { name: word })).toHaveCount(1)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(choice).toHaveCount(0)
  await expect(text(page)).toHaveValue('Hello Thandi, this is Lerato. {other}')
  await expect(text(page)).toBeFocused()

  await text(page).fill('>> <<')
  await text(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(3, 3))
  await button(page, 'Canned replies').click()
  await choice.getByLabel('Search canned replies').fill(word)
  await choice.getByRole('button', { name: word }).click()
  await expect(text(page)).toHaveValue('>> Hello Thandi, this is Lerato. {other}<<')
})

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a picture is shown small in the conversation and large when pressed', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const { id } = await makeTicket(db, { organizationId, userId })
  await open(page, id)
  await dialog(page)
    .getByLabel('Attachments (optional)')
    .setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: PNG })
  await dialog(page).getByLabel('Add Comment').fill('It looks like this')
  await button(page, 'Send').click()
  const thumbnail = messages(page).getByRole('button', { name: 'Show screen.png' })
  await expect(thumbnail.locator('img')).toHaveJSProperty('naturalWidth', 1)
  await thumbnail.click()
  const view = page.getByRole('dialog', { name: 'screen.png' })
  await expect(view.getByRole('img', { name: 'screen.png' })).toHaveJSProperty('naturalWidth', 1)
  await expect(view.getByRole('link', { name: 'Download' })).toBeVisible()
  await expectAccessible(page)
  await view.getByRole('button', { name: 'Dismiss' }).click()
  await expect(thumbnail).toBeFocused()
})

test('the author of a resolved ticket rates it, and may change the rating', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const { id } = await makeTicket(db, { organizationId, userId, status: 'closed' })
  await open(page, id)
  await expect(dialog(page)).toContainText('This ticket is closed. Your comment reopens it.')
  const stars = dialog(page).getByRole('group', { name: 'How did we do?' })
  await button(page, 'Send rating').click()
  await expect(stars).toContainText('Choose one to five stars')
  await stars.getByRole('radio', { name: '3 of 5 stars' }).check()
  await page.keyboard.press('ArrowRight')
  await expect(stars.getByRole('radio', { name: '4 of 5 stars' })).toBeChecked()
  await dialog(page).getByLabel('Comment (optional)').fill('Quick and kind')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await button(page, 'Send rating').click()
  await expect(toastOf(page)).toContainText('Thank you')
  const rating = dialog(page).getByRole('region', { name: 'Rating' })
  await expect(rating).toContainText('4 of 5 stars')
  await expect(rating).toContainText('Quick and kind')
  await expect(button(page, 'Change rating')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(stars.getByRole('radio', { name: '4 of 5 stars' })).toBeFocused()
  await stars.getByRole('radio', { name: '5 of 5 stars' }).check()
  await button(page, 'Update rating').click()
  await expect(rating).toContainText('5 of 5 stars')
})

test('asks only the customer for a rating, which staff can read', async ({ page, signIn, db }) => {
  await signIn({ role: 'agent' })
  const { id } = (await makeForeign(db)).ticket
  await db.update(tickets).set({ status: 'resolved', rating: 2, ratingComment: 'Slow' }).where(eq(tickets.id, id))
  await open(page, id)
  await expect(dialog(page)).toContainText('2 of 5 stars')
  await expect(dialog(page)).toContainText('Slow')
  await expect(dialog(page)).not.toContainText('How did we do?')
})

test('asks for no rating of a ticket that was merged into another', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const { id: mergedInto } = await makeTicket(db, { organizationId, userId })
  const { id } = await makeTicket(db, { organizationId, userId, status: 'closed', mergedInto })
  await open(page, id)
  await expect(dialog(page)).toContainText('This conversation continues in')
  await expect(dialog(page)).not.toContainText('How did we do?')
})

test('a reply whose file was not uploaded moves the focus to the files, where it says so', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const { id } = await makeTicket(db, { organizationId, userId })
  await open(page, id)
  await page.route('**/api/objects/put/**', (route) => route.abort())
  const files = dialog(page).getByLabel('Attachments (optional)')
  await text(page, 'Add Comment').fill('The log is attached.')
  await files.setInputFiles({ name: 'portal.log', mimeType: 'text/plain', buffer: Buffer.from('a line') })
  await expect(dialog(page).getByText('Connection lost.')).toBeVisible()
  await button(page, 'Send').press('Enter')
  await expect(files).toHaveAccessibleDescription(/Remove the files that failed to upload, or retry them\.$/)
  await expect(files).toBeFocused()
  await expect(text(page, 'Add Comment')).toHaveValue('The log is attached.')
})
