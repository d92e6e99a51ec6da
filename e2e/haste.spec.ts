import type { Locator, Page, Request } from '@playwright/test'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { emails } from '#server/database/schema/emails.ts'
import { ticketReads } from '#server/database/schema/support/ticket-users.ts'
import { openSession } from '#server/identity/session/sessions.ts'
import { expect, test, toastOf, toastOver } from './fixtures.ts'

/** Impatient users on a slow network. */

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Requests that match wait until the test releases them. */
async function hold(page: Page, path: string, method: string) {
  const waiting: (() => void)[] = []
  const seen: Request[] = []
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    seen.push(route.request())
    await new Promise<void>((go) => waiting.push(go))
    await route.fallback()
  })
  // The page shows that it is busy before it sends the request.
  const letGo = async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    for (const go of waiting.splice(0)) go()
  }
  return { seen, letGo }
}

/** Queues two clicks before the page handles the first. */
const pressTwiceAtOnce = (target: Locator) =>
  target.evaluate((element: HTMLElement) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => element.click())
    port1.start()
    port2.postMessage(1)
    port2.postMessage(2)
  })

test('a double click acts once, and the focus moves to the list when the button disappears', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  const { invoiceNumber } = await makeInvoice(db, { organizationId, dueDate: '2020-03-05', status: 'pending' })
  await signIn({ role: 'admin' })
  const { seen, letGo } = await hold(page, '**/api/admin/billing/invoices/*/status', 'PATCH')
  await page.goto(`/billing?search=${invoiceNumber}`)
  const mark = button(page, `Overdue: ${invoiceNumber}`)
  await mark.focus()
  await pressTwiceAtOnce(mark)
  await expect(mark).toBeDisabled()
  await expect(mark).toBeFocused()
  await mark.press('Enter')
  await letGo()
  await expect(toastOf(page)).toContainText(`${invoiceNumber}: Overdue`)
  await expect(page.getByRole('region', { name: 'List of All Invoices' })).toBeFocused()
  expect(seen).toHaveLength(1)
})

test('a confirmation that is double-clicked acts once', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeLicense(db, { organizationId, label: 'Kiosk', status: 'revoked' })
  const { seen, letGo } = await hold(page, '**/api/licenses/*', 'PATCH')
  await page.goto('/licenses')
  await button(page, 'Restore Kiosk').click()
  const restore = page.getByRole('alertdialog').getByRole('button', { name: /^Restor/ })
  await pressTwiceAtOnce(restore)
  await expect(restore).toBeDisabled()
  await restore.press('Enter')
  await letGo()
  await expect(toastOf(page)).toContainText('License updated')
  await expect(page.getByRole('link', { name: 'Kiosk' })).toBeFocused()
  expect(seen).toHaveLength(1)
})

test('a dialog stays open while it saves, then closes and returns the focus', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeActiveLicense(db, { organizationId, label: 'Till 1' })
  const { seen, letGo } = await hold(page, '**/api/licenses/*', 'PATCH')
  await page.goto('/licenses')
  await button(page, 'Edit label of Till 1').click()
  await dialog(page).getByLabel('Label').fill('Till 2')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('button', { name: 'Saving…' })).toBeDisabled()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await expect(dialog(page).getByRole('button', { name: 'Dismiss' })).toBeDisabled()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await letGo()
  await expect(toastOf(page)).toContainText('License updated')
  await expect(dialog(page)).toHaveCount(0)
  await expect(button(page, 'Edit label of Till 2')).toBeFocused()
  expect(seen).toHaveLength(1)
})

test('a dialog can be closed after a refusal, and its button keeps the focus', async ({ page, signIn }) => {
  await signIn()
  await page.route('**/api/licenses', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 502, body: '' }),
  )
  await page.goto('/licenses?create=1')
  await dialog(page).getByLabel('Label').fill('Reception')
  const create = dialog(page).getByRole('button', { name: 'Create License' })
  await create.press('Enter')
  await expect(toastOver(page)).toContainText('Failed to create license')
  await expect(create).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
})

test('Escape right after a confirmation closes the dialog below', async ({ page, signIn, db }) => {
  await signIn({ role: 'admin' })
  const to = `${crypto.randomUUID()}@example.com`
  const letter = { kind: 'invoice-issued', subject: 'Your invoice', text: 'Read', html: '<p>Read</p>' }
  await db.insert(emails).values({ ...letter, to, attempts: 1, sentAt: '2026-03-05T10:00:00.000Z' })
  await page.goto(`/outbox?search=${to}`)
  await page.getByRole('link', { name: 'Your invoice' }).click()
  await button(page, 'Send again').click()
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Send again' })
  await confirm.evaluate((element) => {
    const pressed = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })
    const press = new MutationObserver(() => {
      if (element.isConnected) return
      press.disconnect()
      document.body.dispatchEvent(pressed)
    })
    press.observe(document.body, { childList: true })
  })
  await confirm.click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(dialog(page)).toHaveCount(0)
})

test('a ticket that is closed before the answer is no longer unread in the list', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const { id } = await makeTicket(db, { organizationId, userId, updatedAt: '2026-03-03T12:00:00Z' })
  await db.insert(ticketReads).values({ organizationId, ticketId: id, userId, readAt: '2026-03-02T12:00:00Z' })
  const { letGo } = await hold(page, `**/api/tickets/${id}/read`, 'PUT')
  await page.goto('/support')
  const row = page.locator('li[data-row]')
  await expect(row).toContainText('Unread')
  await row.getByRole('link').first().click()
  await expect(dialog(page).getByLabel('Add Comment')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await letGo()
  await expect(row).not.toContainText('Unread')
})

test('a ticket stays open while a reply is sent, and the reply arrives once', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const { id } = await makeTicket(db, { organizationId, userId })
  const { seen, letGo } = await hold(page, `**/api/tickets/${id}/messages`, 'POST')
  await page.goto(`/support?ticket=${id}`)
  const text = dialog(page).getByLabel('Add Comment')
  await text.fill('Still broken.')
  await text.press('Control+Enter')
  await expect(dialog(page).getByRole('button', { name: 'Sending…' })).toBeDisabled()
  await text.press('Control+Enter')
  await text.press('Escape')
  await expect(dialog(page)).toBeVisible()
  await letGo()
  await expect(dialog(page).getByRole('region', { name: 'Messages' }).getByRole('listitem')).toHaveCount(1)
  await expect(text).toHaveValue('')
  expect(seen).toHaveLength(1)
})

test('a switch that is toggled twice keeps the last state, on screen and on the server', async ({ page, signIn }) => {
  await signIn()
  const { seen, letGo } = await hold(page, '**/api/account/notifications', 'PATCH')
  await page.goto('/account')
  const team = page.getByRole('switch', { name: 'Team' })
  await team.click()
  await expect(team).not.toBeChecked()
  await team.click()
  await expect(team).toBeChecked()
  await expect.poll(() => seen.length).toBe(1)
  await letGo()
  await expect.poll(() => seen.length).toBe(2)
  const saved = page.waitForResponse('**/api/account/notifications')
  await letGo()
  expect(await (await saved).json()).toEqual({ kind: 'team', isEnabled: true })
  await page.reload()
  await expect(team).toBeChecked()
})

test('a search that is still being typed does not reach the next screen', async ({ page, signIn }) => {
  await signIn()
  await page.clock.install()
  await page.goto('/licenses')
  const box = page.getByRole('searchbox', { name: 'Search licenses' })
  await expect(box).toBeVisible()
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await box.fill('kiosk')
  await page.getByRole('navigation').getByRole('link', { name: 'Support' }).click()
  await expect(page).toHaveURL('/support')
  await page.clock.runFor(1000)
  await expect(page.getByRole('heading', { name: 'Support Center' })).toBeVisible()
  await expect(page).toHaveURL('/support')
})

test('the focus stays in place when the button of a revoked session disappears', async ({ page, signIn, db }) => {
  const { userId } = await signIn()
  await openSession(db, { userId, hours: 1, ip: null, userAgent: null })
  await page.goto('/account')
  const revoke = page.getByRole('button', { name: /^Revoke/ })
  await revoke.focus()
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Session signed out')
  await expect(revoke).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeFocused()
})

test('signing out in one tab signs out the other', async ({ page, context, signIn }) => {
  await signIn()
  await page.goto('/licenses')
  const other = await context.newPage()
  await other.goto('/billing')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await button(other, 'User menu').click()
  await other.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(other).toHaveURL('/auth')
  await expect(page).toHaveURL('/auth?next=/licenses')
})

test('a note that is being saved cannot change until it is', async ({ page, signIn }) => {
  const { organizationId } = await signIn()
  await signIn({ role: 'agent' })
  const { letGo } = await hold(page, `**/api/customers/${organizationId}/notes`, 'POST')
  await page.goto(`/customers/${organizationId}`)
  const note = page.getByLabel('New note')
  await note.fill('Prefers calls')
  await button(page, 'Add Note').click()
  await note.press('End')
  await page.keyboard.type(' in the morning')
  await expect(note).toHaveValue('Prefers calls')
  await letGo()
  await expect(note).toHaveValue('')
  await page.keyboard.type('And in the morning')
  await expect(note).toHaveValue('And in the morning')
})
