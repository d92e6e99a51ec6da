import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { makeMessage, makeTicket } from '#demo/rows/tickets.ts'
import { makeUser } from '#demo/rows/users.ts'
import type { Database } from '#server/database/database.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf, unique } from './fixtures.ts'
import { settled } from './settled.ts'

const pane = (page: Page) => page.getByRole('region', { name: 'Ticket', exact: true })
const rows = (page: Page) => page.locator('li[data-row]')
const title = (page: Page, name: string) => pane(page).getByRole('heading', { name, exact: true })
const property = (page: Page, name: string) => pane(page).getByRole('combobox', { name, exact: true })
const text = (page: Page, name = 'Reply to customer') => pane(page).getByRole('textbox', { name, exact: true })
const messages = (page: Page) => pane(page).getByRole('region', { name: 'Messages' })
const storedOf = async (db: Database, id: string) => (await db.select().from(tickets).where(eq(tickets.id, id)))[0]

/** Three tickets that a search for their word finds, the newest first. */
async function makeThree(db: Database, organizationId: string) {
  const { id: userId } = await makeUser(db, { organizationId, firstName: 'Thandi', lastName: 'Nkosi' })
  const word = unique('Scanner')
  const made = []
  for (const [place, name] of ['one', 'two', 'three'].entries()) {
    const createdAt = new Date(Date.now() - (place + 1) * 60_000).toISOString()
    made.push(await makeTicket(db, { organizationId, userId, title: `${word} ${name}`, createdAt }))
  }
  return { word, made }
}

const addressOf = (word: string) => `/support?search=${encodeURIComponent(word)}`

test('a row opens its ticket beside the list, and keys walk, answer, assign and resolve', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  const { word, made } = await makeThree(db, organizationId)
  const { userId } = await signIn({ role: 'agent' })
  await page.goto(addressOf(word))
  await rows(page)
    .getByRole('link', { name: `${word} one` })
    .click()
  await expect(title(page, `${word} one`)).toBeVisible()
  await expect(page).toHaveURL(`${addressOf(word).replace('%20', '+')}&open=${made[0]?.id}`)
  await expect(rows(page)).toHaveCount(3)
  await expect(messages(page)).toContainText('the activation window opens without any text')
  await expectAccessible(page)

  await pane(page).getByRole('button', { name: 'Close ticket' }).focus()
  await page.keyboard.press('j')
  await expect(title(page, `${word} two`)).toBeVisible()
  await pane(page).getByRole('link', { name: /@/ }).focus()
  await page.keyboard.press('k')
  await expect(title(page, `${word} one`)).toBeFocused()
  await expect(title(page, `${word} one`)).toBeVisible()

  await page.keyboard.press('a')
  await expect(toastOf(page)).toContainText('Ticket updated')
  await expect(property(page, 'Assignee')).toHaveValue(userId)
  await page.keyboard.press('n')
  await expect(text(page, 'Internal message')).toBeFocused()
  await page.keyboard.type('jke')
  await pane(page).getByRole('button', { name: 'Add internal message' }).click()
  await expect(toastOf(page)).toContainText('Note added. Only staff see it.')
  await expect(messages(page)).toContainText('jke')

  await pane(page).getByRole('button', { name: 'Close ticket' }).focus()
  await page.keyboard.press('r')
  await expect(text(page)).toBeFocused()
  await page.keyboard.type('jke')
  await page.keyboard.press('Escape')
  await expect(title(page, `${word} one`)).toBeFocused()
  await expect(text(page)).toHaveValue('jke')
  await page.keyboard.press('e')
  await expect(property(page, 'Status')).toHaveValue('resolved')
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(property(page, 'Status')).toHaveValue('open')

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Resolve or reopen')
  await page.keyboard.press('Escape')
  await pane(page).getByRole('button', { name: 'Open ticket details' }).click()
  await expect(page.getByRole('dialog', { name: 'Ticket Details' })).toBeVisible()
  await expect(pane(page)).toHaveCount(0)
})

test('a property is saved when it is chosen, and its notification undoes it', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const { word, made } = await makeThree(db, organizationId)
  const id = made[0]?.id ?? ''
  await signIn({ role: 'agent' })
  await page.goto(`${addressOf(word)}&open=${id}`)
  await property(page, 'Priority').selectOption('Urgent')
  await expect(toastOf(page)).toContainText('Ticket updated')
  expect((await storedOf(db, id))?.priority).toBe('urgent')
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(property(page, 'Priority')).toHaveValue('medium')
  await expect.poll(async () => (await storedOf(db, id))?.priority).toBe('medium')
})

test('shows a colleague’s change before the second save overwrites it', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const { word, made } = await makeThree(db, organizationId)
  const id = made[0]?.id ?? ''
  await signIn({ role: 'agent' })
  await page.goto(`${addressOf(word)}&open=${id}`)
  await expect(property(page, 'Status')).toHaveValue('open')
  await db.update(tickets).set({ status: 'closed', updatedAt: new Date().toISOString() }).where(eq(tickets.id, id))
  await property(page, 'Status').selectOption('In Progress')
  const difference = pane(page).getByRole('status').filter({ hasText: 'Someone else changed this ticket' })
  await expect(difference).toContainText('Status: Open → Closed')
  expect((await storedOf(db, id))?.status).toBe('closed')
  await expectAccessible(page)
  await difference.getByRole('button', { name: 'Save anyway' }).click()
  await expect(property(page, 'Status')).toHaveValue('in_progress')
  await expect.poll(async () => (await storedOf(db, id))?.status).toBe('in_progress')
  await expect(difference).toHaveCount(0)
})

test('a reply assigns and waits as last chosen', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const { word, made } = await makeThree(db, organizationId)
  const [one, two] = made
  const { userId } = await signIn({ role: 'agent' })
  await page.goto(`${addressOf(word)}&open=${one?.id}`)
  const waits = pane(page).getByRole('checkbox', { name: 'Set Waiting Response' })
  await expect(waits).toBeChecked()
  await text(page).fill('Please try 4.2.')
  await text(page).press('Control+Enter')
  await expect(messages(page)).toContainText('Please try 4.2.')
  await expect(property(page, 'Status')).toHaveValue('waiting_customer')
  expect(await storedOf(db, one?.id ?? '')).toMatchObject({ assigneeId: userId, status: 'waiting_customer' })

  const remembered = page.waitForResponse('**/api/inbox/reply-choice')
  await waits.uncheck()
  await remembered
  await page.goto(`${addressOf(word)}&open=${two?.id}`)
  await expect(pane(page).getByRole('checkbox', { name: 'Assign to me' })).toBeChecked()
  await expect(waits).not.toBeChecked()
  await text(page).fill('We are looking into it.')
  await text(page).press('Control+Enter')
  await expect(messages(page)).toContainText('We are looking into it.')
  expect(await storedOf(db, two?.id ?? '')).toMatchObject({ assigneeId: userId, status: 'open' })
})

test('on a phone one pane is shown at a time', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const { word, made } = await makeThree(db, organizationId)
  for (const place of Array.from({ length: 8 }).keys())
    await makeMessage(db, made[0]!, { message: `Line ${place} ${'w'.repeat(60)}` })
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn({ role: 'agent' })
  await page.goto(addressOf(word))
  await rows(page)
    .getByRole('link', { name: `${word} one` })
    .click()
  await expect(title(page, `${word} one`)).toBeFocused()
  await expect(rows(page).first()).toBeHidden()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await pane(page).getByRole('button', { name: 'Close ticket' }).click()
  await expect(rows(page)).toHaveCount(3)
  await expect(pane(page)).toHaveCount(0)
})

test('on a phone a ticket opened by an address leaves the focus to the browser', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const { word, made } = await makeThree(db, organizationId)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn({ role: 'agent' })
  await page.goto(`${addressOf(word)}&open=${made[0]?.id}`)
  await expect(title(page, `${word} one`)).toBeVisible()
  await settled(page)
  await expect(page.locator('body')).toBeFocused()
  await pane(page).getByRole('button', { name: 'Close ticket' }).press('Enter')
  await rows(page)
    .getByRole('link', { name: `${word} one` })
    .press('Enter')
  await expect(title(page, `${word} one`)).toBeFocused()
})

test('the focus stays in the ticket that is assigned to me', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const { word, made } = await makeThree(db, organizationId)
  await signIn({ role: 'agent' })
  await page.goto(`/support?open=${made[0]?.id}`)
  await pane(page).getByRole('button', { name: 'Assign to me' }).press('Enter')
  await expect(toastOf(page)).toContainText('Ticket updated')
  await expect(title(page, `${word} one`)).toBeFocused()
})

test('the customer card names plan, billing, seats and other tickets, and leads to the customer', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, organization } = await signIn({ licenseLimit: 12 })
  const { word, made } = await makeThree(db, organizationId)
  await signIn({ role: 'agent' })
  await page.goto(`/support?open=${made[0]?.id}`)
  const customer = pane(page).getByRole('region', { name: 'Customer' })
  await expect(customer).toContainText('0 of 12 used')
  await expect(customer).toContainText('Thandi Nkosi')
  await expect(customer.getByRole('definition').filter({ hasText: /^Active$/ })).toBeVisible()
  await expectAccessible(page)
  await customer.getByRole('link', { name: `${word} two` }).press('Enter')
  await expect(title(page, `${word} two`)).toBeFocused()
  await customer.getByRole('link', { name: organization }).click()
  await expect(page).toHaveURL(`/customers/${organizationId}`)
})

test('Markdown in a message is rendered without raw HTML and without scripts in links', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  const { made } = await makeThree(db, organizationId)
  await makeMessage(db, made[0]!, {
    message:
      '**Please** try:\n- restart\n- update\n\n<img src=x onerror=alert(1)> [a](javascript:alert(1)) [b](https://example.com)',
  })
  await signIn({ role: 'agent' })
  await page.goto(`/support?open=${made[0]?.id}`)
  const said = messages(page).getByRole('listitem').filter({ hasText: 'Please' })
  await expect(said.locator('strong')).toHaveText('Please')
  await expect(said.locator('li')).toHaveText(['restart', 'update'])
  await expect(said).toContainText('<img src=x onerror=alert(1)>')
  await expect(said.locator('img')).toHaveCount(0)
  await expect(said.getByRole('link')).toHaveText(['b'])
  await expect(said.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer')
})
