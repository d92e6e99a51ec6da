import type { Page } from '@playwright/test'
import { expect, toastOf } from './fixtures.ts'
import { holdWrites } from './hold-writes.ts'
import { pane, test, text } from './two-tickets.ts'

/** Agents who open the next ticket while a reply is sent on a slow line. */

const log = { name: 'printer.log', mimeType: 'text/plain', buffer: Buffer.from('paper jam') }

const send = (page: Page) => pane(page).getByRole('button', { name: 'Send', exact: true })
const files = (page: Page) => pane(page).getByRole('list', { name: 'Chosen files' })
const messages = (page: Page) => pane(page).getByRole('region', { name: 'Messages' })

async function open(page: Page, title: string) {
  await page.getByRole('region', { name: 'Tickets', exact: true }).getByRole('link', { name: title }).click()
  await expect(pane(page).getByRole('heading', { name: title })).toBeVisible()
}

test('a reply that is still being sent cannot be sent again from its ticket', async ({ page, two: { one, title } }) => {
  const { letGo } = await holdWrites(page, `**/api/tickets/${one.id}/messages`)
  await page.goto(`/support?search=${title}&open=${one.id}`)
  await text(page).fill('Please clean the rollers.')
  await text(page).press('Control+Enter')
  await expect(pane(page).getByRole('button', { name: 'Sending…' })).toBeVisible()
  await open(page, `${title} two`)
  await expect(text(page)).toHaveValue('')
  await open(page, `${title} one`)
  await expect(text(page)).toHaveValue('Please clean the rollers.')
  await expect(pane(page).getByRole('button', { name: 'Sending…' })).toBeDisabled()
  letGo()
  await expect(toastOf(page)).toContainText('Message sent')
  await expect(text(page)).toHaveValue('')
  await expect(messages(page).getByRole('listitem')).toHaveCount(1)
})

test('files of a reply wait for it while another ticket is open', async ({ page, two: { one, title } }) => {
  await page.goto(`/support?search=${title}&open=${one.id}`)
  await text(page).fill('Here is the driver.')
  await pane(page).locator('input[type=file]').setInputFiles(log)
  await expect(files(page)).toContainText(log.name)
  await open(page, `${title} two`)
  await expect(files(page)).toHaveCount(0)
  await open(page, `${title} one`)
  await expect(files(page)).toContainText(log.name)
  await send(page).click()
  await expect(messages(page)).toContainText(log.name)
  await expect(files(page)).toHaveCount(0)
})

test('the focus stays at the files when one is removed', async ({ page, two: { address } }) => {
  await page.goto(address)
  const chooser = pane(page).locator('input[type=file]')
  await chooser.setInputFiles(log)
  await pane(page)
    .getByRole('button', { name: `Remove ${log.name}` })
    .press('Enter')
  await expect(files(page)).toHaveCount(0)
  await expect(chooser).toBeFocused()
})

/** Opens the other ticket during the upload of a reply's file, which then ends. */
async function sendAndLeave(page: Page, { one, title }: { one: { id: string }; title: string }) {
  const { letGo } = await holdWrites(page, '**/api/objects/upload')
  await page.goto(`/support?search=${title}&open=${one.id}`)
  await text(page).fill('Here is the driver.')
  await pane(page).locator('input[type=file]').setInputFiles(log)
  await text(page).press('Control+Enter')
  await expect(pane(page).getByRole('button', { name: 'Sending…' })).toBeVisible()
  await open(page, `${title} two`)
  letGo()
}

test('a reply is sent with its files although another ticket is open by then', async ({ page, two }) => {
  await sendAndLeave(page, two)
  await expect(toastOf(page)).toContainText('Message sent')
  await open(page, `${two.title} one`)
  await expect(messages(page)).toContainText(log.name)
  await expect(text(page)).toHaveValue('')
})

test('an upload that fails after its ticket was left says which reply was not sent', async ({ page, two }) => {
  // The route that is added last runs first.
  await page.route('**/api/objects/upload', (route) => route.fulfill({ status: 503, body: '' }))
  await sendAndLeave(page, two)
  await expect(toastOf(page)).toContainText('Failed to send message')
  await expect(toastOf(page)).toContainText(/A file of your reply in TKT-[-0-9]+ couldn’t be uploaded/)
  await open(page, `${two.title} one`)
  await expect(files(page).getByRole('button', { name: `Try ${log.name} again` })).toBeVisible()
  await expect(text(page)).toHaveValue('Here is the driver.')
})
