import type { Page, Request } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { makeMessage, makeTicket } from '#demo/rows/tickets.ts'
import { sessions } from '#server/database/schema/identity/users.ts'
import { expect, test } from './fixtures.ts'
import { button, dialog, messages } from './ticket-dialog.ts'

/** Waits until the event stream is open: the page receives every message from now on. */
async function openTicket(page: Page, id: string) {
  const stream = page.waitForResponse((response) => response.url().endsWith(`/api/tickets/${id}/events`))
  await page.goto(`/support?ticket=${id}`)
  expect((await stream).status()).toBe(200)
  await expect(messages(page)).toBeVisible()
}

async function reply(page: Page, text: string, { isInternal = false } = {}) {
  await button(page, 'Reply').click()
  await dialog(page).getByLabel('Internal message (not visible to customer)').setChecked(isInternal)
  await dialog(page)
    .getByLabel(isInternal ? 'Internal message' : 'Reply to customer', { exact: true })
    .fill(text)
  await button(page, isInternal ? 'Add internal message' : 'Send').click()
  await expect(messages(page)).toContainText(text)
}

async function comment(page: Page, text: string) {
  await dialog(page).getByLabel('Add Comment').fill(text)
  await button(page, 'Send').click()
  await expect(messages(page)).toContainText(text)
}

test('shows messages and changes live on the other’s screen', async ({ page: customer, openAgent, signIn, db }) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const { id } = await makeTicket(db, { organizationId, userId })
  const { page: agent } = await openAgent()
  await openTicket(customer, id)
  await openTicket(agent, id)

  await reply(agent, 'Which version do you run?')
  await expect(messages(customer).getByRole('listitem')).toContainText(['Support Agent Anna Smith'])
  await expect(messages(customer)).toContainText('Which version do you run?')
  await comment(customer, 'Version 4.2.1 it is.')
  await expect(messages(agent)).toContainText('Version 4.2.1 it is.')
  await expect(messages(agent).getByRole('listitem')).toHaveCount(2)
  await expect(messages(customer).getByRole('listitem')).toHaveCount(2)

  await button(agent, 'Edit').click()
  await dialog(agent).getByLabel('Status').selectOption('Resolved')
  await button(agent, 'Save').click()
  await expect(dialog(agent).getByText('Resolved', { exact: true })).toBeVisible()
  await expect(dialog(customer).getByText('Resolved', { exact: true })).toBeVisible()
  await expect(dialog(customer)).toContainText('This ticket is resolved. Your comment reopens it.')

  await comment(customer, 'It happens again.')
  await expect(dialog(customer).getByText('Open', { exact: true })).toBeVisible()
  await expect(dialog(agent).getByText('Open', { exact: true })).toBeVisible()
  await expect(messages(agent)).toContainText('It happens again.')
})

test('of an internal message the customer’s page neither asks for anything nor shows a trace [R-ROLE-23]', async ({
  page: customer,
  openAgent,
  signIn,
  db,
}) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const { id } = await makeTicket(db, { organizationId, userId })
  const { page: agent } = await openAgent()
  await openTicket(customer, id)
  await openTicket(agent, id)
  const asked: string[] = []
  const answered: Promise<string>[] = []
  customer.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const keep = (request: Request) => {
    answered.push(request.response().then(async (response) => (await response?.text()) ?? ''))
  }
  customer.on('requestfinished', keep)

  await reply(agent, 'CANARY they never pay in time', { isInternal: true })
  await reply(agent, 'We are looking into it.')
  // Events arrive in order: the customer's page has had all there was about the first when it shows the second.
  await expect(messages(customer)).toContainText('We are looking into it.')
  expect(asked.filter((path) => path === `/api/tickets/${id}/messages`)).toHaveLength(1)
  // A response that ends later could no longer be read when the test has ended.
  customer.off('requestfinished', keep)
  expect((await Promise.all(answered)).join()).not.toContain('CANARY')
  expect(await customer.content()).not.toContain('CANARY')
  await expect(messages(agent).getByRole('listitem').filter({ hasText: 'CANARY' })).toContainText('Internal')
})

test('announces a new message without scrolling when the user reads further up', async ({
  page: customer,
  openAgent,
  signIn,
  db,
}) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const ticket = await makeTicket(db, { organizationId, userId })
  for (const place of Array.from({ length: 12 }).keys())
    await makeMessage(db, ticket, { message: `Line ${place}\n\n\n.` })
  const { page: agent } = await openAgent()
  await openTicket(customer, ticket.id)
  await openTicket(agent, ticket.id)
  const top = () => messages(customer).evaluate((box) => box.scrollTop)
  const rest = () => messages(customer).evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop)

  await expect.poll(rest).toBeLessThan(2)
  await reply(agent, 'At the end this is followed.')
  await expect(messages(customer)).toContainText('At the end this is followed.')
  await expect.poll(rest).toBeLessThan(2)

  await messages(customer).evaluate((box) => box.scrollTo({ top: 0 }))
  await expect.poll(top).toBe(0)
  await reply(agent, 'This is further down.')
  await expect(button(customer, 'New message')).toBeVisible()
  expect(await top()).toBe(0)
  await button(customer, 'New message').click()
  await expect.poll(rest).toBeLessThan(2)
  await expect(button(customer, 'New message')).toHaveCount(0)
})

test('a session that has ended hears nothing more and is asked to sign in', async ({
  page: customer,
  openAgent,
  signIn,
  db,
}) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const { id } = await makeTicket(db, { organizationId, userId })
  const { page: agent } = await openAgent()
  await openTicket(customer, id)
  await openTicket(agent, id)
  const bodies: Promise<string>[] = []
  customer.on('requestfinished', (request) => {
    bodies.push(request.response().then(async (response) => (await response?.text()) ?? ''))
  })
  await db.delete(sessions).where(eq(sessions.userId, userId))
  await reply(agent, 'No one is there to read this.')
  await expect(customer.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  expect((await Promise.all(bodies)).join()).not.toContain('No one is there')
})
