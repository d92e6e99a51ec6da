import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { cannedReplies } from '#contract/support/canned-replies.ts'
import { categories } from '#contract/support/categories.ts'
import { supportDesk } from '#contract/support/support-desk.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { makeUser } from '#demo/rows/users.ts'
import { only, type Database } from '#server/database/database.ts'
import {
  cannedReplies as replies,
  ticketCategories as categoryTable,
} from '#server/database/schema/support/support-desk.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf, toastOver } from './fixtures.ts'

const TAB = '/support?tab=categories'

const newName = (what: string) => `${what} ${crypto.randomUUID().slice(0, 8)}`

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('an agent adds a category by keyboard [R-SUP-11 R-ROLE-18 R-SUP-72 R-SUP-73 R-SUP-75 R-SUP-76 R-SUP-77 R-VAL-72 R-ERR-57]', async ({
  page,
  signIn,
}) => {
  await signIn({ role: 'agent' })
  await page.goto('/support')
  await page.getByRole('tab', { name: 'Categories' }).click()
  await page.getByRole('button', { name: 'Add Category' }).click()
  await expect(page).toHaveURL('/support?tab=categories&add=category')
  await page.reload()
  const dialog = page.getByRole('dialog', { name: 'Create Category' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription('Category name is required')
  await expect(dialog.getByLabel('Color', { exact: true })).toHaveValue('#6B7280')
  await expect(dialog.getByLabel('Pick a color')).toHaveValue('#6b7280')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const name = newName('Billing')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Description (optional)').fill('What they pay and when')
  await dialog.getByLabel('Pick a color').fill('#dc2626')
  await expect(dialog.getByLabel('Color', { exact: true })).toHaveValue('#DC2626')
  await dialog.getByLabel('Color', { exact: true }).fill('red')
  await dialog.getByLabel('Name').press('Enter')
  await expect(dialog.getByLabel('Color', { exact: true })).toHaveAccessibleDescription('Must be a color like #6B7280')
  await dialog.getByLabel('Color', { exact: true }).fill('#1D4ED8')
  await expect(dialog.getByLabel('Pick a color')).toHaveValue('#1d4ed8')
  await dialog.getByLabel('Name').press('Enter')
  await expect(toastOf(page)).toContainText('Category created')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(TAB)
  await expect(rowOf(page, name)).toContainText('What they pay and when')
})

/** A new category. */
async function makeCategory(db: Database) {
  const [category] = await db
    .insert(categoryTable)
    .values({ name: newName('Setup'), description: 'First steps', createdAt: '2025-03-05T10:00:00.000Z' })
    .returning()
  return category!
}

test('an agent edits a category [R-SUP-66 R-SUP-67 R-SUP-68 R-SUP-69 R-SUP-70 R-SUP-74 R-ERR-58 R-ERR-50]', async ({
  page,
  signIn,
  db,
}) => {
  const [category, other] = [await makeCategory(db), await makeCategory(db)]
  await signIn({ role: 'agent' })
  await page.goto(TAB)
  const row = rowOf(page, category.name)
  await expect(row).toContainText('First steps')
  await expect(row).toContainText('Mar 05, 2025')
  await expect(row.locator('[aria-hidden]').first()).toHaveCSS('background-color', 'rgb(107, 114, 128)')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await row.getByRole('button', { name: `Edit ${category.name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Category' })
  await expect(dialog.getByLabel('Name')).toHaveValue(category.name)
  await expect(dialog.getByLabel('Description (optional)')).toHaveValue('First steps')
  await expectAccessible(page)
  await dialog.getByLabel('Name').fill(other.name.toUpperCase())
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription('A category with this name already exists.')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expect(toastOf(page)).toHaveCount(0)
  const name = newName('Renamed')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Description (optional)').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(toastOf(page)).toContainText('Category updated')
  await expect(rowOf(page, name)).not.toContainText('First steps')
  await expect(rowOf(page, category.name)).toHaveCount(0)
})

test('a deleted category leaves its tickets, as the dialog says [R-SUP-71 R-ERR-51 R-ERR-59]', async ({
  page,
  signIn,
  db,
}) => {
  const category = await makeCategory(db)
  const { id: organizationId } = await makeOrganization(db, { name: newName('Organization') })
  const { id: userId } = await makeUser(db, { role: 'customer', organizationId })
  await makeTicket(db, { organizationId, userId, categoryId: category.id })
  await signIn({ role: 'agent' })
  await page.goto(TAB)
  await page.getByRole('button', { name: `Delete ${category.name}` }).click()
  const dialog = page.getByRole('alertdialog', { name: `Delete “${category.name}”?` })
  await expect(dialog).toContainText('1 ticket will have no category.')
  await expectAccessible(page)
  await page.route('**/api/ticket-categories/*', (route) => route.fulfill({ status: 502, body: '' }), { times: 1 })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page)).toContainText('Failed to delete category')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(toastOf(page)).toContainText('Category deleted')
  await expect(rowOf(page, category.name)).toHaveCount(0)
})

test('without categories or replies their tabs say so, and a failure to add one shows its error [R-SUP-78 R-ERR-49]', async ({
  page,
  signIn,
}) => {
  await signIn({ role: 'agent' })
  await page.route(`**${categories.list.url}`, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: [] }) : route.fulfill({ status: 502, body: '' }),
  )
  await page.route(`**${cannedReplies.list.url}`, (route) => route.fulfill({ json: [] }))
  await page.goto(TAB)
  await expect(page.getByText('No categories available. Create your first category to get started.')).toBeVisible()
  await page.getByRole('tab', { name: 'Canned Replies' }).click()
  await expect(page.getByText('No canned replies yet. Create one for answers you send often.')).toBeVisible()
  await page.getByRole('tab', { name: 'Categories' }).click()
  await page.getByRole('button', { name: 'Add Category' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Category' })
  await dialog.getByLabel('Name').fill('Anything')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(toastOf(page)).toContainText('Failed to create category')
  await expect(dialog.getByLabel('Name')).toHaveValue('Anything')
})

test('an agent prepares a reply, edits it and deletes it', async ({ page, signIn }) => {
  await signIn({ role: 'agent' })
  await page.goto('/support?tab=replies&add=reply')
  const adding = page.getByRole('dialog', { name: 'Create Reply' })
  await expect(adding.getByLabel('Title')).toBeFocused()
  await expect(adding.getByLabel('Text')).toHaveAccessibleDescription(
    'Filled in when it is inserted: {customer} the customer’s first name, {agent} your first name, {ticket} the ticket’s number, {product} the portal’s name.',
  )
  await adding.getByRole('button', { name: 'Create' }).click()
  await expect(adding.getByLabel('Title')).toHaveAccessibleDescription('Title is required')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const title = newName('Greeting')
  await adding.getByLabel('Title').fill(title)
  await adding.getByLabel('Text').fill('Hello {customer},\nthis is {agent}.')
  await adding.getByRole('button', { name: 'Create' }).click()
  await expect(adding).toHaveCount(0)
  await expect(toastOf(page)).toContainText('Reply created')
  await expect(rowOf(page, title)).toContainText('Hello {customer}, this is {agent}.')

  await page.getByRole('button', { name: `Edit ${title}` }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Reply' })
  await expect(editing.getByLabel('Text')).toHaveValue('Hello {customer},\nthis is {agent}.')
  await editing.getByLabel('Text').fill('Good day {customer}')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(editing).toHaveCount(0)
  await expect(rowOf(page, title)).toContainText('Good day')
  await page.getByRole('button', { name: `Delete ${title}` }).click()
  const deleting = page.getByRole('alertdialog', { name: `Delete “${title}”?` })
  await deleting.getByRole('button', { name: 'Delete' }).click()
  await expect(deleting).toHaveCount(0)
  await expect(rowOf(page, title)).toHaveCount(0)
})

test('of two who edit one canned reply, the second one checks the text and saves it again', async ({
  page,
  signIn,
  db,
}) => {
  await signIn({ role: 'agent' })
  const title = newName('Shared')
  const { id } = await db.insert(replies).values({ title, text: 'Hello' }).returning().then(only)
  await page.goto('/support?tab=replies')
  await page.getByRole('button', { name: `Edit ${title}` }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Reply' })
  await editing.getByLabel('Text').fill('Good day')
  const data = { text: 'Good morning', priority: 'low' }
  expect((await page.request.patch(`/api/canned-replies/${id}`, { data })).status()).toBe(200)
  const save = editing.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(toastOver(page)).toContainText('Someone else changed this reply. Check it and try again.')
  await expect(editing.getByLabel('Text')).toHaveValue('Good day')
  await save.click()
  await expect(editing).toHaveCount(0)
  expect(await db.select().from(replies).where(eq(replies.id, id))).toMatchObject([
    { text: 'Good day', priority: 'low' },
  ])
})

for (const role of ['org_admin', 'customer'] as const) {
  test(`a person who is ${role} has no such tab, by no address [R-SUP-12]`, async ({ page, signIn }) => {
    await signIn({ role })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${TAB}&add=category`)
    await expect(page.getByRole('tab', { name: 'Tickets' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tab')).toHaveText(['Tickets', 'Documentation'])
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(asked).not.toContain(supportDesk.report.url)
  })
}
