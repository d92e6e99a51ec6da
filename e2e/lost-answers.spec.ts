import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { makeTicket } from '#demo/rows/tickets.ts'
import { SEED_PASSWORD } from '#demo/rows/users.ts'
import type { Database } from '#server/database/database.ts'
import { sessions } from '#server/database/schema/identity/users.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { ticketMessages, tickets } from '#server/database/schema/support/tickets.ts'
import { expect, test, toastOf, toastOver } from './fixtures.ts'
import { editNote } from './customer-note.ts'
import { loseAnswer } from './lose-answer.ts'
import { settled } from './settled.ts'

const licenseForm = (page: Page) => page.getByRole('dialog', { name: 'Create License' })
const createLicense = (page: Page) => licenseForm(page).getByRole('button', { name: 'Create License' }).click()

/** Sends the form of a license, which fails. */
async function failToCreateLicense(page: Page) {
  await page.goto('/licenses?create=1')
  await licenseForm(page).getByLabel('Label').fill('Reception')
  await page.keyboard.press('Enter')
  await expect(toastOver(page)).toContainText('Failed to create license')
}

async function expectOneLicense(page: Page, db: Database, organizationId: string) {
  await expect(toastOf(page)).toContainText('License created')
  expect(await db.$count(licenses, eq(licenses.organizationId, organizationId))).toBe(1)
}

test('a ticket whose answer was lost is created once when it is sent again', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn({ role: 'customer' })
  await loseAnswer(page, '**/api/tickets')
  await page.goto('/support?new=1')
  const form = page.getByRole('dialog', { name: 'New Ticket' })
  await form.getByLabel('Title').fill('The printer does not start')
  await form.getByLabel('Description').fill('Since the update it stays dark.')
  const file = { name: 'log.txt', mimeType: 'text/plain', buffer: Buffer.from('It does not start.') }
  await form.getByLabel('Attachments (optional)').setInputFiles(file)
  await form.getByRole('button', { name: 'Create Ticket' }).click()
  await expect(toastOver(page)).toContainText('Failed to create ticket')
  await form.getByRole('button', { name: 'Create Ticket' }).click()
  await expect(toastOf(page)).toContainText('Ticket created')
  expect(await db.$count(tickets, eq(tickets.organizationId, organizationId))).toBe(1)
})

test('a reply whose answer was lost is sent once, and the same words later are another reply', async ({
  page,
  db,
  signIn,
}) => {
  const { userId, organizationId } = await signIn({ role: 'customer' })
  const { id } = await makeTicket(db, { organizationId, userId })
  await loseAnswer(page, `**/api/tickets/${id}/messages`)
  await page.goto(`/support?ticket=${id}`)
  const words = `Still dark ${crypto.randomUUID()}`
  const reply = page.getByLabel('Add Comment')
  const count = () => db.$count(ticketMessages, eq(ticketMessages.message, words))
  await reply.fill(words)
  await page.keyboard.press('Control+Enter')
  await expect(toastOver(page)).toContainText('Failed to send message')
  await page.keyboard.press('Control+Enter')
  await expect(reply).toHaveValue('')
  expect(await count()).toBe(1)
  await reply.fill(words)
  await page.keyboard.press('Control+Enter')
  await expect(reply).toHaveValue('')
  expect(await count()).toBe(2)
})

test('a license whose answer was lost takes one seat', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn()
  await loseAnswer(page, '**/api/licenses')
  await failToCreateLicense(page)
  await createLicense(page)
  await expectOneLicense(page, db, organizationId)
})

test('a license whose answer was lost with the session takes one seat after signing in', async ({
  page,
  db,
  signIn,
}) => {
  const { userId, organizationId } = await signIn()
  await loseAnswer(page, '**/api/licenses')
  await failToCreateLicense(page)
  await settled(page)
  await db.delete(sessions).where(eq(sessions.userId, userId))
  await createLicense(page)
  const question = page.getByRole('dialog', { name: 'Your session has ended' })
  await question.getByLabel('Password', { exact: true }).fill(SEED_PASSWORD)
  await page.keyboard.press('Enter')
  await expectOneLicense(page, db, organizationId)
})

test('a change whose answer was lost is no conflict with itself', async ({ page, signIn }) => {
  const { organizationId } = await signIn()
  await signIn({ role: 'agent' })
  const url = await editNote(page, organizationId)
  await loseAnswer(page, `**${url}`, 'PATCH')
  await page.getByRole('dialog').getByLabel('Note').fill('Prefers email')
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(toastOver(page)).toContainText('Failed to')
  const answer = page.waitForResponse(`**${url}`)
  await save.click()
  expect((await answer).status()).toBe(200)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Prefers email')
})

test('what may be meant again, such as closing a ticket, carries no key', async ({ page, db, signIn }) => {
  const { userId, organizationId } = await signIn({ role: 'customer' })
  const { id } = await makeTicket(db, { organizationId, userId })
  await page.goto(`/support?ticket=${id}`)
  const closing = page.waitForRequest(`**/api/tickets/${id}/close`)
  await page.getByRole('button', { name: 'Close ticket' }).click()
  expect((await closing).headers()).not.toHaveProperty('idempotency-key')
})

test('a first request that still runs is waited for', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn()
  const first = Promise.withResolvers<void>()
  let sent = 0
  await page.route('**/api/licenses', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    sent++
    if (sent === 1) return route.abort('connectionreset')
    if (sent === 2) return route.fulfill({ status: 409, json: { message: 'Still running', code: 'STILL_RUNNING' } })
    first.resolve()
    return route.fallback()
  })
  await failToCreateLicense(page)
  await createLicense(page)
  await first.promise
  await expectOneLicense(page, db, organizationId)
})
