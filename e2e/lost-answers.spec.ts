import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { makeTicket } from '#demo/rows/tickets.ts'
import { SEED_PASSWORD } from '#demo/rows/users.ts'
import { sessions } from '#server/database/schema/identity/users.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { ticketMessages, tickets } from '#server/database/schema/support/tickets.ts'
import { expect, test, toastOf, toastOver } from './fixtures.ts'
import { settled } from './settled.ts'

/** The server does what the first POST asks for, but the connection is lost before its answer. */
async function loseAnswer(page: Page, url: string) {
  let isLost = false
  await page.route(url, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
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
  await page.goto('/licenses?create=1')
  const form = page.getByRole('dialog', { name: 'Create License' })
  await form.getByLabel('Label').fill('Reception')
  await page.keyboard.press('Enter')
  await expect(toastOver(page)).toContainText('Failed to create license')
  await form.getByRole('button', { name: 'Create License' }).click()
  await expect(toastOf(page)).toContainText('License created')
  expect(await db.$count(licenses, eq(licenses.organizationId, organizationId))).toBe(1)
})

test('a license whose answer was lost with the session takes one seat after signing in', async ({
  page,
  db,
  signIn,
}) => {
  const { userId, organizationId } = await signIn()
  await loseAnswer(page, '**/api/licenses')
  await page.goto('/licenses?create=1')
  const form = page.getByRole('dialog', { name: 'Create License' })
  await form.getByLabel('Label').fill('Reception')
  await page.keyboard.press('Enter')
  await expect(toastOver(page)).toContainText('Failed to create license')
  await settled(page)
  await db.delete(sessions).where(eq(sessions.userId, userId))
  await form.getByRole('button', { name: 'Create License' }).click()
  const question = page.getByRole('dialog', { name: 'Your session has ended' })
  await question.getByLabel('Password', { exact: true }).fill(SEED_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('License created')
  expect(await db.$count(licenses, eq(licenses.organizationId, organizationId))).toBe(1)
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
  await page.goto('/licenses?create=1')
  const form = page.getByRole('dialog', { name: 'Create License' })
  await form.getByLabel('Label').fill('Reception')
  await page.keyboard.press('Enter')
  await expect(toastOver(page)).toContainText('Failed to create license')
  await form.getByRole('button', { name: 'Create License' }).click()
  await first.promise
  await expect(toastOf(page)).toContainText('License created')
  expect(await db.$count(licenses, eq(licenses.organizationId, organizationId))).toBe(1)
})
