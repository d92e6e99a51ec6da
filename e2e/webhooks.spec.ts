import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { Webhook as Verifier } from 'standardwebhooks'
import { webhookEndpoints } from '#server/database/schema/webhooks.ts'
import { card, expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

async function openReceiver() {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const part of request) body += String(part)
      received.push({ headers: request.headers, body })
      response.end('Thank you')
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { received, url: `http://127.0.0.1:${port}/hook`, close: () => server.close() }
}

/** In the form of a datetime-local field, in the time zone of the browser and of this process. */
const anHourAgo = () =>
  new Date(Date.now() - new Date().getTimezoneOffset() * 60_000 - 3_600_000).toISOString().slice(0, 16)

test('an administrator adds a webhook, sends a test and sees its answer', async ({ page, context, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { received, url, close } = await openReceiver()
  await signIn()
  await page.goto('/team?tab=webhooks')
  const webhooks = card(page, 'Webhooks')
  await expect(webhooks).toContainText('No webhooks yet.')
  const guide = webhooks.getByRole('link', { name: 'How to receive them' })
  expect((await page.request.get((await guide.getAttribute('href')) ?? '')).status()).toBe(200)
  await expectAccessible(page)
  await webhooks.getByRole('button', { name: 'New Webhook' }).click()
  await dialog(page).getByLabel('Address').fill('example')
  await dialog(page).getByRole('combobox', { name: 'Events' }).selectOption('Chosen events')
  await expect(dialog(page).getByLabel('Version published')).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Create Webhook' }).click()
  await expect(dialog(page)).toContainText('Choose at least one event')
  await expectAccessible(page)
  await dialog(page).getByLabel('License created').check()
  await dialog(page).getByRole('combobox', { name: 'Events' }).selectOption('All events')
  await expect(dialog(page).getByLabel('License created')).toBeHidden()
  await dialog(page).getByRole('combobox', { name: 'Events' }).selectOption('Chosen events')
  await expect(dialog(page).getByLabel('License created')).toBeChecked()
  await dialog(page).getByRole('button', { name: 'Create Webhook' }).click()
  await expect(dialog(page)).toContainText('Enter an address like https://example.com/webhooks')
  await dialog(page).getByLabel('Address').fill(url)
  await dialog(page).getByLabel('Description (optional)').fill('Inventory')
  await dialog(page).getByRole('button', { name: 'Create Webhook' }).click()

  await expect(page.getByRole('heading', { name: 'Secret of “Inventory”' })).toBeVisible()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Copy secret' }).click()
  const secret = await clipboard(page)
  expect(secret).toMatch(/^whsec_/)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(webhooks.getByRole('row', { name: 'Inventory' })).toContainText('license.created')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await expect(webhooks.getByRole('row', { name: 'Inventory' })).toContainText('Never')
  await webhooks.getByRole('button', { name: 'Inventory', exact: true }).click()
  await expect(dialog(page)).toContainText('Nothing has been sent yet.')
  const send = dialog(page).getByRole('button', { name: 'Send Test' })
  await send.press('Enter')
  await expect(toastOf(page)).toContainText('Test event queued')
  await expect(send).toBeFocused()
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1)
  const [request] = received
  const headers = Object.fromEntries(Object.entries(request!.headers).map(([name, value]) => [name, String(value)]))
  expect(new Verifier(secret).verify(request!.body, headers)).toMatchObject({ type: 'webhook.test' })
  await expect(async () => {
    await dialog(page).getByRole('button', { name: 'Refresh' }).click()
    await expect(dialog(page).getByRole('row', { name: 'webhook.test' })).toContainText('Delivered', { timeout: 500 })
  }).toPass()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await dialog(page).getByRole('link', { name: 'webhook.test' }).click()
  await expect(dialog(page).getByRole('region', { name: 'Body' })).toContainText('"type": "webhook.test"')
  await expect(dialog(page).getByRole('region', { name: 'Answer: HTTP 200' })).toContainText('Thank you')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Send Again' }).click()
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(2)
  expect(received[1]?.headers['webhook-id']).toBe(headers['webhook-id'])

  await dialog(page).getByRole('button', { name: 'All Deliveries' }).click()
  await dialog(page).getByRole('button', { name: 'Replay' }).click()
  await dialog(page).getByLabel('Events Since').fill('2020-01-01T00:00')
  await dialog(page).getByRole('button', { name: 'Replay Events' }).click()
  await expect(dialog(page)).toContainText('Choose a time within the last 30 days')
  await dialog(page).getByLabel('Events Since').fill(anHourAgo())
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog(page).getByRole('button', { name: 'Replay Events' }).click()
  await expect(toastOf(page)).toContainText(/\d+ events? (is|are) queued again/)
  await expect(dialog(page).getByRole('button', { name: 'Send Test' })).toBeVisible()
  close()
})

test('an admin edits, rotates and deletes the vendor’s webhook, and agents have none', async ({ page, signIn }) => {
  await signIn({ role: 'admin' })
  await page.goto('/account?add=webhook')
  const name = `Chat ${Date.now()}`
  await dialog(page).getByLabel('Address').fill('https://203.1.113.7/hook')
  await dialog(page).getByLabel('Description (optional)').fill(name)
  await dialog(page).getByRole('button', { name: 'Create Webhook' }).click()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  const row = card(page, 'Webhooks').getByRole('row', { name })
  await expect(row).toContainText('All events')

  const choose = async (item: string) => {
    await row.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Edit')
  await dialog(page).getByLabel('Send events to this webhook').uncheck()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Off')
  await choose('Replace secret')
  await dialog(page).getByRole('button', { name: 'Replace Secret' }).click()
  await expect(dialog(page)).toContainText('whsec_')
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await choose('Replace secret')
  await expect(dialog(page)).toContainText(
    /from before the last replacement, valid until .+, stops signing immediately/,
  )
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await choose('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page)).toContainText('Webhook deleted')
  await expect(row).toHaveCount(0)
  await expectNoSidewaysScroll(page)

  await signIn({ role: 'agent' })
  await page.goto('/account')
  await expect(card(page, 'API tokens')).toBeVisible()
  await expect(card(page, 'Webhooks')).toHaveCount(0)
})

test('saving the description of a webhook leaves it off if it was turned off since', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await page.goto('/team?tab=webhooks&add=webhook')
  await dialog(page).getByLabel('Address').fill('https://203.1.113.7/hook')
  await dialog(page).getByLabel('Description (optional)').fill('Inventory')
  await dialog(page).getByRole('button', { name: 'Create Webhook' }).click()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Actions for Inventory' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await db
    .update(webhookEndpoints)
    .set({ isEnabled: false, disabledReason: 'gone' })
    .where(eq(webhookEndpoints.organizationId, organizationId))
  await dialog(page).getByLabel('Description (optional)').fill('Stock')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(card(page, 'Webhooks').getByRole('row', { name: 'Stock' })).toContainText('Off: receiver is gone')
})

for (const [which, theirs, kept] of [
  ['some', ['license.created', 'license.restored'], ['license.created', 'license.restored', 'license.revoked']],
  ['all', null, null],
] as const)
  test(`${which} events that a colleague has chosen since the form was opened are kept`, async ({ page, signIn }) => {
    await signIn()
    const hook = { url: 'https://hooks.example.com/latchkey', description: 'Inventory', events: ['license.created'] }
    const { id } = await (await page.request.post('/api/webhooks', { data: hook })).json()
    await page.goto('/team?tab=webhooks')
    await card(page, 'Webhooks').getByRole('button', { name: 'Actions for Inventory' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog(page).getByLabel('License revoked').check()
    expect((await page.request.patch(`/api/webhooks/${id}`, { data: { events: theirs } })).status()).toBe(200)
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toHaveCount(0)
    const [stored] = await (await page.request.get('/api/webhooks')).json()
    expect(stored.events?.toSorted() ?? null).toEqual(kept)
  })

/** Shows the deliveries of a webhook for which two tests were asked. */
async function openTwoDeliveries(page: Page) {
  const { url, close } = await openReceiver()
  const { id } = await (await page.request.post('/api/webhooks', { data: { url, events: null } })).json()
  for (const _ of [1, 2]) expect((await page.request.post(`/api/webhooks/${id}/test`)).ok()).toBe(true)
  await page.goto(`/team?tab=webhooks&webhook=${id}`)
  await expect(dialog(page).getByRole('link', { name: 'webhook.test' })).toHaveCount(2)
  close()
  return { id, second: dialog(page).getByRole('link', { name: 'webhook.test' }).nth(1) }
}

test('a delivery closes to its row in the list, by its button, Escape and Back', async ({ page, signIn }) => {
  await signIn()
  const { id, second } = await openTwoDeliveries(page)
  const ways = [
    () => dialog(page).getByRole('button', { name: 'All Deliveries' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
  ]
  for (const leave of ways) {
    await second.press('Enter')
    await expect(dialog(page).getByRole('region', { name: 'Body' })).toBeVisible()
    await leave()
    await expect(second).toBeFocused()
    expect(new URL(page.url()).searchParams.get('webhook')).toBe(id)
  }
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL('/team?tab=webhooks')
})

test('a delivery opened by a click beside its link or by its address closes to its row too', async ({
  page,
  signIn,
}) => {
  await signIn()
  const { second } = await openTwoDeliveries(page)
  const body = dialog(page).getByRole('region', { name: 'Body' })
  await dialog(page).getByRole('row').nth(2).getByRole('cell').last().click()
  await expect(body).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(second).toBeFocused()
  await second.press('Enter')
  await expect(body).toBeVisible()
  await page.reload()
  await expect(body).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(second).toBeFocused()
})
