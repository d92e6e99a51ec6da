import { ticketReads } from '#server/database/schema/support/ticket-users.ts'
import { makeMessage, makeTicket } from '#demo/rows/tickets.ts'
import { makeUser } from '#demo/rows/users.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './fixtures.ts'
import { button, dialog, open } from './ticket-dialog.ts'

test('a customer says whether it is solved: yes closes the ticket, no reopens it with the message box focused', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const { id } = await makeTicket(db, { organizationId, userId, status: 'resolved' })
  await open(page, id)
  const question = dialog(page).getByRole('region', { name: 'Did this solve it?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'No, reopen it' }).click()
  await expect(toastOf(page)).toContainText('reopened')
  await expect(dialog(page).getByLabel('Add Comment')).toBeFocused()
  await expect(dialog(page).getByText('Waiting for support')).toBeVisible()
  await expect(question).toHaveCount(0)

  await button(page, 'Close ticket').click()
  await expect(toastOf(page)).toContainText('closed')
  await expect(dialog(page).getByRole('group', { name: 'How did we do?' })).toBeVisible()
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(dialog(page).getByText('Open', { exact: true })).toBeVisible()
})

test('closing a resolved ticket asks for the rating, and a closed one can be reopened', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const { id } = await makeTicket(db, { organizationId, userId, status: 'resolved' })
  await open(page, id)
  await button(page, 'Yes, close it').press('Enter')
  await expect(dialog(page).getByText('Closed', { exact: true })).toBeVisible()
  await expect(dialog(page).getByRole('radio', { name: '1 of 5 stars' })).toBeFocused()
  await button(page, 'Reopen ticket').click()
  await expect(dialog(page).getByLabel('Add Comment')).toBeFocused()
})

test('the list marks unread tickets until they are opened, and a row is a link', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn({ role: 'org_admin' })
  const colleague = await makeUser(db, { organizationId, firstName: 'Sipho', lastName: 'Zulu' })
  const agent = await makeUser(db, { role: 'agent' })
  const at = (day: number) => ({ createdAt: '2026-03-01T12:00:00Z', updatedAt: `2026-03-0${day}T12:00:00Z` })
  const ticket = await makeTicket(db, { organizationId, userId, title: 'Mine', status: 'waiting_customer', ...at(3) })
  await makeTicket(db, { organizationId, userId: colleague.id, title: 'Theirs', status: 'open', ...at(5) })
  await makeMessage(db, ticket, { userId: agent.id, message: 'Which version?' })
  const { id: ticketId } = ticket
  await db.insert(ticketReads).values({ organizationId, ticketId, userId, readAt: '2026-03-02T12:00:00Z' })
  await page.goto('/support')
  const rows = page.locator('li[data-row]')
  await expect(rows.getByRole('heading')).toHaveText(['Theirs', 'Mine'])
  await expect(rows.first()).toContainText('Sipho Zulu')
  await expect(rows.first()).toContainText('Waiting for support')
  await expect(rows.first()).not.toContainText('Unread')
  await expect(rows.last()).toContainText('You')
  await expect(rows.last()).toContainText('Unread')
  await expect(rows.last()).toContainText('Your reply is needed')
  await expect(page.getByRole('button', { name: /^Waiting Response 1$/ })).toHaveAccessibleDescription(
    'Your reply is needed',
  )
  const box = await rows.last().boundingBox()
  await page.mouse.click((box?.x ?? 0) + 600, (box?.y ?? 0) + 30)
  await expect(dialog(page)).toContainText('Which version?')
  await page.keyboard.press('Escape')
  await expect(rows.last()).not.toContainText('Unread')
  await expectAccessible(page)
})

test('eight tickets fit on a desktop screen, and a row has two lines on a phone', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const description = 'The window stays empty. '.repeat(20)
  for (const number of Array.from({ length: 9 }).keys())
    await makeTicket(db, { organizationId, userId, title: `Ticket ${number} ${'about it '.repeat(20)}`, description })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/support')
  const rows = page.locator('li[data-row]')
  await expect(rows.nth(7)).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await rows.first().boundingBox())?.height).toBeLessThan(60)
  await expectNoSidewaysScroll(page)
  await rows.first().click()
  await expect(dialog(page)).toBeVisible()
})

test('a rating that is being written outlives a comment that reopens the ticket', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const { id } = await makeTicket(db, { organizationId, userId, status: 'resolved' })
  await open(page, id)
  const stars = dialog(page).getByRole('group', { name: 'How did we do?' })
  const comment = dialog(page).getByLabel('Comment (optional)')
  await stars.getByRole('radio', { name: '4 of 5 stars' }).check()
  await comment.fill('Quick and kind')
  await dialog(page).getByLabel('Add Comment').fill('One more question')
  await button(page, 'Send').click()
  await expect(stars).toHaveCount(0)
  await button(page, 'Close ticket').click()
  await expect(comment).toHaveValue('Quick and kind')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await open(page, id)
  await expect(stars.getByRole('radio', { name: '4 of 5 stars' })).toBeChecked()
  await button(page, 'Send rating').click()
  await expect(dialog(page).getByRole('region', { name: 'Rating' })).toContainText('Quick and kind')
  await button(page, 'Change rating').click()
  await comment.fill('Slow')
  await button(page, 'Cancel').click()
  await button(page, 'Change rating').click()
  await expect(comment).toHaveValue('Quick and kind')
})
