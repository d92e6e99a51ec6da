import type { Page } from '@playwright/test'
import { makeUser } from '#demo/rows/users.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'New Ticket' })
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const create = (page: Page) => dialog(page).getByRole('button', { name: 'Create Ticket' })
const rows = (page: Page) => page.locator('li[data-row]')

async function fill(page: Page, title: string, description = 'It does not start.') {
  await field(page, 'Title').fill(title)
  await field(page, 'Description').fill(description)
}

test('opens a customer’s ticket, which is shown in list, cards and navigation [R-SUP-01 R-SUP-02 R-SUP-03 R-SUP-04 R-SUP-05 R-SUP-06 R-SUP-07 R-CONST-19 R-ERR-53 R-API-41 R-STATE-47]', async ({
  page,
  signIn,
}) => {
  await signIn({ role: 'customer' })
  await page.goto('/support')
  await page.getByRole('button', { name: 'New Ticket' }).click()
  await expect(field(page, 'Title')).toBeFocused()
  const priority = field(page, 'Priority')
  await expect(priority.getByRole('option')).toHaveText(['Low', 'Medium', 'High', 'Urgent'])
  await expect(priority).toHaveValue('medium')
  await expect(dialog(page)).toContainText('Maximum file size: 10MB. Images, documents and logs are supported.')
  await fill(page, 'Cannot start')
  await priority.selectOption('High')
  await create(page).click()
  await expect(toastOf(page)).toContainText('Ticket created')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL('/support')
  await expect(rows(page).filter({ hasText: 'Cannot start' })).toContainText('High')
  await expect(page.getByRole('button', { name: 'Open 1' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Support 1 open tickets' })).toBeVisible()
})

test('marks a blank title or description, and sends nothing [R-VAL-63]', async ({ page, signIn }) => {
  await signIn({ role: 'customer' })
  await page.goto('/support?new=1')
  await field(page, 'Title').fill('   ')
  await field(page, 'Description').fill('It does not start.')
  await create(page).click()
  await expect(toastOf(page)).toContainText('Validation error')
  await expect(toastOf(page)).toContainText('Title and description are required')
  await expect(field(page, 'Title')).toBeFocused()
  await expect(field(page, 'Title')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Title')).toHaveAccessibleDescription('Title and description are required')
  await fill(page, 'Cannot start', ' \n ')
  await create(page).click()
  await expect(field(page, 'Description')).toBeFocused()
  await expect(field(page, 'Description')).toHaveAccessibleDescription('Title and description are required')
  await expect(field(page, 'Title')).toHaveAttribute('aria-invalid', 'false')
})

test('a refused ticket stays as it was written [R-ERR-45]', async ({ page, signIn }) => {
  await signIn({ role: 'customer' })
  await page.route('**/api/tickets', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await page.goto('/support?new=1')
  await fill(page, 'Cannot start')
  await create(page).click()
  await expect(toastOf(page)).toContainText('Failed to create ticket')
  await expect(field(page, 'Title')).toHaveValue('Cannot start')
  await expect(field(page, 'Description')).toHaveValue('It does not start.')
})

test('a draft survives a closed dialog and a reload, is its author’s alone, and ends when it is sent', async ({
  page,
  signIn,
}) => {
  const { organizationId } = await signIn()
  await page.goto('/support?new=1')
  await fill(page, 'Half a')
  await field(page, 'Priority').selectOption('Urgent')
  await expect(dialog(page)).toContainText('Draft saved')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.goto('/support?new=1')
  await expect(field(page, 'Title')).toHaveValue('Half a')
  await expect(field(page, 'Description')).toHaveValue('It does not start.')
  await expect(field(page, 'Priority')).toHaveValue('urgent')
  await signIn({ organizationId })
  await page.reload()
  await expect(field(page, 'Title')).toHaveValue('')
  await fill(page, 'Another')
  await create(page).click()
  await expect(toastOf(page)).toContainText('Ticket created')
  await page.getByRole('button', { name: 'New Ticket' }).click()
  await expect(field(page, 'Title')).toHaveValue('')
  await fill(page, 'Nonsense')
  await dialog(page).getByRole('button', { name: 'Discard draft' }).click()
  await expect(field(page, 'Title')).toHaveValue('')
  await expect(dialog(page)).not.toContainText('Draft saved')
})

test('signing out takes the drafts of this tab away', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/support?new=1')
  await fill(page, 'Half a')
  await expect(dialog(page)).toContainText('Draft saved')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/auth/)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

test('files are sent while one writes, and belong to the ticket [R-SUP-05 R-SUP-08]', async ({ page, signIn }) => {
  await signIn({ role: 'customer' })
  await page.goto('/support?new=1')
  await fill(page, 'With files')
  await field(page, 'Attachments (optional)').setInputFiles([picture, text('portal.log')])
  const files = dialog(page).getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
  await expect(files).toHaveText([/screen\.png.*Attached/, /portal\.log.*Attached/])
  await expect(files.first().locator('img')).toHaveJSProperty('naturalWidth', 1)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await create(page).click()
  await expect(toastOf(page)).toContainText('Ticket created')
  await rows(page).getByRole('button', { name: 'View' }).click()
  const ticket = page.getByRole('dialog', { name: 'Ticket Details' })
  await expect(ticket.getByRole('button', { name: 'Show screen.png' })).toBeVisible()
  await expect(ticket).toContainText('portal.log')
})

test('files too large, of a wrong kind or too many are refused at once, and the others are kept [R-SUP-06 R-SUP-07]', async ({
  page,
  signIn,
}) => {
  await signIn({ role: 'customer' })
  await page.goto('/support?new=1')
  await fill(page, 'With files')
  const input = field(page, 'Attachments (optional)')
  const large = { name: 'large.log', mimeType: 'text/plain', buffer: Buffer.alloc(10_485_761, 'x') }
  await input.setInputFiles([large, text('setup.exe'), { ...picture, buffer: Buffer.from('MZ no picture') }])
  const files = dialog(page).getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
  await expect(files.filter({ hasText: 'large.log' })).toContainText('The file is larger than 10.0 MB.')
  await expect(files.filter({ hasText: 'setup.exe' })).toContainText('Attach images (PNG, JPEG, GIF, WebP)')
  await expect(files.filter({ hasText: 'screen.png' }).getByRole('alert')).toBeVisible()
  await create(page).click()
  await expect(input).toHaveAccessibleDescription(/Remove the files that failed to upload, or retry them\.$/)
  for (const name of ['large.log', 'setup.exe', 'screen.png'])
    await dialog(page)
      .getByRole('button', { name: `Remove ${name}` })
      .click()
  await input.setInputFiles(['1', '2', '3', '4', '5', '6'].map((name) => text(`${name}.log`)))
  await expect(dialog(page).getByText('At most 5 files can be attached. Left out: 6.log')).toBeVisible()
  await expect(files).toHaveCount(5)
  await create(page).click()
  await expect(toastOf(page)).toContainText('Ticket created')
})

test('shows the progress of an upload, which can be canceled', async ({ page, signIn }) => {
  await signIn({ role: 'customer' })
  await page.route('**/api/objects/put/**', () => undefined)
  await page.goto('/support?new=1')
  await fill(page, 'With files')
  await field(page, 'Attachments (optional)').setInputFiles([text('portal.log')])
  await expect(dialog(page).getByRole('progressbar', { name: 'Uploading portal.log' })).toBeVisible()
  await create(page).click()
  await expect(dialog(page).getByRole('button', { name: 'Uploading…' })).toBeDisabled()
  await dialog(page).getByRole('button', { name: 'Remove portal.log' }).click()
  await expect(toastOf(page)).toContainText('Ticket created')
})

test('files are dropped and pasted as well', async ({ page, signIn }) => {
  await signIn({ role: 'customer' })
  await page.goto('/support?new=1')
  for (const kind of ['drop', 'paste'] as const)
    await field(page, 'Description').evaluate((target, type) => {
      const data = new DataTransfer()
      data.items.add(new File(['line'], `${type}.log`))
      const init = { bubbles: true, cancelable: true }
      target.dispatchEvent(
        type === 'drop'
          ? new DragEvent(type, { ...init, dataTransfer: data })
          : new ClipboardEvent(type, { ...init, clipboardData: data }),
      )
    }, kind)
  const files = dialog(page).getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
  await expect(files).toHaveText([/drop\.log.*Attached/, /paste\.log.*Attached/])
})

test('staff open a ticket for a customer, whom they must choose', async ({ page, signIn, db }) => {
  const { organizationId, organization } = await signIn()
  const anna = await makeUser(db, { organizationId, firstName: 'Anna', lastName: `Of ${organization}` })
  await signIn({ role: 'agent' })
  await page.goto('/support?view=all&new=1')
  const title = `Called about ${organization}`
  await fill(page, title)
  await create(page).click()
  await expect(toastOf(page)).toContainText('Choose the customer whose ticket this is.')
  await expect(field(page, 'Customer')).toBeFocused()
  await field(page, 'Customer').fill(anna.email)
  const found = dialog(page).getByRole('list', { name: 'Customers' }).getByRole('button')
  await expect(found).toHaveText([`Anna Of ${organization}${organization} · ${anna.email}`])
  await found.press('Enter')
  await expect(dialog(page).getByRole('button', { name: 'Change' })).toBeFocused()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.reload()
  await expect(dialog(page).getByRole('group', { name: 'Customer' })).toContainText(anna.email)
  await expect(field(page, 'Title')).toHaveValue(title)
  await create(page).click()
  await expect(toastOf(page)).toContainText('Ticket created')
  await expect(rows(page).filter({ hasText: title })).toContainText(anna.email)
})

test('other screens and the key n open the form', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/billing')
  await page.getByRole('button', { name: 'Contact Sales' }).click()
  await expect(field(page, 'Title')).toHaveValue('Sales enquiry')
  await page.goto('/downloads')
  await page.getByRole('button', { name: 'Contact Support' }).click()
  await expect(field(page, 'Title')).toHaveValue('')
  await page.goBack()
  await expect(page).toHaveURL('/downloads')
  await expect(page.getByRole('heading', { name: 'Downloads', level: 1 })).toBeVisible()
  await page.keyboard.press('n')
  await expect(field(page, 'Title')).toBeFocused()
})

/** The smallest PNG there is. */
const picture = {
  name: 'screen.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

function text(name: string) {
  return { name, mimeType: 'text/plain', buffer: Buffer.from('2026-03-05 start\n') }
}
