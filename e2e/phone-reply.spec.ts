import type { Page } from '@playwright/test'
import { makeMessage, makeTicket } from '#demo/rows/tickets.ts'
import { expect, test, toastOver } from './fixtures.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 700 } })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Ticket Details' })
const topOf = async (page: Page) => (await dialog(page).getByLabel('Add Comment').boundingBox())!.y

async function openTicket(page: Page, id: string) {
  const stream = page.waitForResponse((response) => response.url().endsWith(`/api/tickets/${id}/events`))
  await page.goto(`/support?ticket=${id}`)
  await stream
  await expect(dialog(page).getByRole('region', { name: 'Messages' })).toBeVisible()
}

test('a reply stays under the thumb while the ticket above it changes', async ({ page, openAgent, signIn, db }) => {
  const { organizationId, userId } = await signIn()
  const ticket = await makeTicket(db, { organizationId, userId })
  await openTicket(page, ticket.id)
  await dialog(page).getByLabel('Add Comment').tap()
  await page.keyboard.type('Version 4.2.1')
  const place = await topOf(page)
  const { page: agent } = await openAgent()
  const url = `/api/tickets/${ticket.id}`
  const data = { message: 'Which version?\n\nOpen Help, then About.', isInternal: false, attachments: [] }
  expect((await agent.request.post(`${url}/messages`, { data })).status()).toBe(201)
  await expect(dialog(page)).toContainText('Open Help, then About.')
  await expect.poll(() => topOf(page)).toBe(place)
  expect((await agent.request.patch(url, { data: { status: 'resolved' } })).status()).toBe(200)
  await expect(dialog(page)).toContainText('Did this solve it?')
  await expect.poll(() => topOf(page)).toBe(place)
})

test('a failure to send covers neither the reply nor its button', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn()
  const ticket = await makeTicket(db, { organizationId, userId })
  for (let count = 0; count < 4; count++) await makeMessage(db, ticket)
  await openTicket(page, ticket.id)
  await dialog(page).getByLabel('Add Comment').fill('It is still so')
  const send = dialog(page).getByRole('button', { name: 'Send', exact: true })
  const gapBelow = (part: { bottom: number }) =>
    dialog(page).evaluate((box, { bottom }) => box.clientHeight - bottom, part)
  await dialog(page).evaluate((box) => box.scrollTo(0, box.scrollHeight))
  const bottomOf = () => send.evaluate((button) => ({ bottom: button.getBoundingClientRect().bottom }))
  expect(await gapBelow(await bottomOf())).toBe(20)
  await page.route('**/api/tickets/*/messages', (route) => route.fulfill({ status: 503, json: { message: 'Busy' } }))
  await send.tap()
  await expect(toastOver(page)).toContainText('Busy')
  await expect
    .poll(async () => (await toastOver(page).boundingBox())!.y - (await bottomOf()).bottom)
    .toBeGreaterThanOrEqual(0)
})

test('a dialog that covers the screen says that it waits for a connection', async ({ page, context, signIn, db }) => {
  const { organizationId, userId } = await signIn()
  const first = await makeTicket(db, { organizationId, userId, title: 'The printer is silent' })
  await makeTicket(db, { organizationId, userId, title: 'The scanner is silent' })
  await openTicket(page, first.id)
  await dialog(page).getByRole('button', { name: 'Dismiss' }).tap()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'The scanner is silent' }).tap()
  const notice = dialog(page).getByText('You’re offline. This loads when you are back.')
  await expect(notice).toBeVisible()
  await context.setOffline(false)
  await expect(dialog(page).getByLabel('Add Comment')).toBeVisible()
  await expect(notice).toHaveCount(0)
})
