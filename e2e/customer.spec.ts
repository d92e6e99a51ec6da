import { eq } from 'drizzle-orm'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeActiveLicense, makeCheckIn } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { makeUser } from '#demo/rows/users.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inDays, test, toastOf, unique } from './fixtures.ts'

test('an agent reads a customer, and finds out why a license does not work', async ({ page, db, signIn }) => {
  const { organizationId, organization, userId, email } = await signIn({ licenseLimit: 4 })
  const label = unique('Reception')
  const { id, licenseKey } = await makeActiveLicense(db, { organizationId, label })
  await makeCheckIn(db, { organizationId, licenseId: id, lastCheckIn: inDays(-1), appVersion: '4.3.0' })
  const { invoiceNumber } = await makeInvoice(db, { organizationId, dueDate: '2026-01-05' })
  const ticket = await makeTicket(db, { organizationId, userId, title: unique('Printer') })
  await signIn({ role: 'agent' })

  await page.goto(`/customers/${organizationId}`)
  await expect(page.getByRole('heading', { level: 1, name: organization })).toBeVisible()
  await expect(page.getByText('Overdue', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Subscription' })).toContainText('1 of 4')
  await page.getByRole('tab', { name: 'Licenses' }).click()
  const licenses = page.getByRole('table', { name: 'List of Licenses' })
  await expect(licenses).toContainText('Version 4.3.0')
  await expect(licenses).toContainText(`${licenseKey.slice(0, 8)}…`)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await licenses.getByRole('button', { name: `Why doesn’t ${label} work?` }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Why doesn’t it work?' })
  await expect(dialog).toContainText(label)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'People' }).click()
  await expect(page.getByRole('table', { name: 'List of People' })).toContainText(email)
  await expect(page.getByRole('table', { name: 'List of People' })).toContainText('Never signed in')
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Invoices' }).click()
  await expect(page.getByRole('table', { name: 'List of Invoices' })).toContainText(`${invoiceNumber}`)
  await expect(page.getByRole('link', { name: invoiceNumber })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Tickets' }).click()
  await page.getByRole('link', { name: ticket.title }).click()
  await expect(page).toHaveURL(`/support?ticket=${ticket.id}`)
  await page.getByRole('dialog').getByRole('link', { name: organization }).click()
  await expect(page).toHaveURL(`/customers/${organizationId}`)
})

test('an admin acts on the same page', async ({ page, db, signIn }) => {
  const { id, name } = await makeOrganization(db, { name: unique('Acted') })
  const { invoiceNumber } = await makeInvoice(db, { organizationId: id })
  await makeUser(db, { organizationId: id, role: 'org_admin' })
  await signIn({ role: 'admin' })
  await page.goto(`/customers/${id}?tab=invoices`)
  await page.getByRole('link', { name: invoiceNumber }).click()
  await expect(page.getByRole('dialog', { name: invoiceNumber })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Suspend' }).click()
  await page.getByLabel('Reason').fill('Unpaid since June')
  await page.getByRole('textbox', { name: 'Internal note' }).fill('Call the director')
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByRole('alert')).toContainText('Unpaid since June')
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Call the director')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open Billing' }).click()
  await expect(page.getByRole('dialog', { name })).toBeVisible()
})

test('the timeline shows what happened, one kind of it, and starts at a linked entry', async ({ page, db, signIn }) => {
  const { organizationId, userId } = await signIn()
  // Other tests send emails to the address that organizations share.
  const contactEmail = `${organizationId}@customer.example`
  await db.update(organizations).set({ contactEmail }).where(eq(organizations.id, organizationId))
  const row = { organizationId, actorKind: 'user', actorId: userId, actorName: 'Thandi Nkosi' } as const
  const instants = Array.from({ length: 60 }, (_, minute) => `2026-03-05T10:${String(minute).padStart(2, '0')}:00.000Z`)
  await db
    .insert(auditLog)
    .values(instants.map((createdAt) => ({ ...row, action: 'session.opened' as const, createdAt })))
  const ticket = await makeTicket(db, { organizationId, userId, title: unique('Printer') })
  await signIn({ role: 'agent' })
  await page.goto(`/customers/${organizationId}`)
  const entries = page.getByRole('tabpanel').getByRole('listitem')
  await expect(entries.first()).toContainText(`Ticket opened ${ticket.title}`)
  await expect(entries).toHaveCount(50)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Load more' }).press('Enter')
  await expect(entries).toHaveCount(61)
  await page.getByLabel('Show').selectOption('Payments')
  await expect(page.getByRole('tabpanel')).toContainText('Nothing of this kind is recorded.')
  await page.getByLabel('Show').selectOption('Sign-ins')
  await expect(entries.first()).toContainText('Sign-in')
  await entries.nth(3).getByRole('link').click()
  await expect(page.getByRole('status').filter({ hasText: 'The timeline starts with one entry.' })).toBeVisible()
  await expect(entries.first().locator('time')).toHaveAttribute('datetime', instants[56] ?? '')
  await page.reload()
  await expect(entries.first().locator('time')).toHaveAttribute('datetime', instants[56] ?? '')
  await page.getByRole('button', { name: 'Show newest' }).click()
  await entries.first().getByRole('link', { name: ticket.title }).click()
  await expect(page).toHaveURL(`/support?ticket=${ticket.id}`)
})

test('a long name without spaces does not widen the page of a customer', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await db
    .update(organizations)
    .set({ name: 'Groundwater'.repeat(10) })
    .where(eq(organizations.id, organizationId))
  await signIn({ role: 'agent' })
  await page.goto(`/customers/${organizationId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Groundwater' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('staff write notes, and admins tag a customer and give it an owner', async ({ page, signIn }) => {
  const { organizationId } = await signIn()
  await signIn({ role: 'agent' })
  await page.goto(`/customers/${organizationId}`, { waitUntil: 'networkidle' })
  await expect(page.getByRole('button', { name: 'Edit owner and tags' })).toHaveCount(0)
  const notes = page.getByRole('list', { name: 'Notes' })
  const note = page.getByLabel('New note')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(page.getByText('Write a note')).toBeVisible()
  await note.fill('Prefers calls')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(toastOf(page)).toContainText('Only staff can see it.')
  await expect(notes).toContainText('Prefers calls')
  await expect(note).toBeFocused()
  await expect(note).toHaveValue('')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Actions for the note/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Note', { exact: true }).fill('Prefers email')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(notes).toContainText('Prefers email')

  await signIn({ role: 'admin' })
  await page.reload()
  await page.getByRole('button', { name: 'Edit owner and tags' }).click()
  const tag = unique('tag')
  await page.getByRole('textbox', { name: 'Tags' }).fill(`${tag}, mining`)
  await page.getByRole('combobox', { name: 'Account owner' }).selectOption({ index: 1 })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  const account = page.getByRole('region', { name: 'Account', exact: true })
  await expect(account).not.toContainText('No one')
  await page.getByRole('button', { name: /^Actions for the note/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(notes).toHaveCount(0)
  await account.getByRole('link', { name: tag }).click()
  await expect(page.getByRole('table', { name: 'List of Customers' }).getByRole('row')).toHaveCount(2)
  await expect(page.getByLabel('Tag', { exact: true })).toHaveValue(tag)
  await expectAccessible(page)
})

test('a pasted note that is too long is refused in full, not cut', async ({ page, signIn }) => {
  const { organizationId } = await signIn()
  await signIn({ role: 'agent' })
  await page.goto(`/customers/${organizationId}`)
  const note = page.getByLabel('New note')
  const pasted = `${'What the customer said. '.repeat(210)}And what to do.`
  await note.focus()
  await page.keyboard.insertText(pasted)
  await expect(note).toHaveValue(pasted)
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(note).toHaveAccessibleDescription('Must be at most 5000 characters')
  await expect(note).toBeFocused()
  await expect(note).toHaveValue(pasted)
})

test('a note that is being written is kept while another page is open, and for its customer only', async ({
  page,
  signIn,
  db,
}) => {
  const [{ id }, { id: other }] = await Promise.all([
    makeOrganization(db, { name: unique('Noted') }),
    makeOrganization(db, { name: unique('Other') }),
  ])
  await signIn({ role: 'agent' })
  const note = page.getByLabel('New note')
  await page.goto(`/customers/${id}`)
  await note.fill('Call before the renewal')
  await page.getByRole('navigation').getByRole('link', { name: 'Customers' }).click()
  await expect(page).toHaveURL('/customers')
  await page.goBack()
  await expect(note).toHaveValue('Call before the renewal')
  await page.goto(`/customers/${other}`)
  await expect(note).toHaveValue('')
  await page.goto(`/customers/${id}`)
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Call before the renewal')
  await page.reload()
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Call before the renewal')
  await expect(note).toHaveValue('')
})

test('the list of customers is searched and filtered, and never shows an overdue one as active', async ({
  page,
  db,
  signIn,
}) => {
  const { organizationId, organization } = await signIn()
  await makeInvoice(db, { organizationId, dueDate: '2026-01-05' })
  await signIn({ role: 'agent' })
  await page.goto('/customers?status=nonsense')
  await page.getByRole('searchbox', { name: 'Search customers' }).fill(organization)
  const table = page.getByRole('table', { name: 'List of Customers' })
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table).toContainText('Overdue')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Billing status').selectOption('Unpaid')
  await expect(page.getByText('No customers match your search.')).toBeVisible()
  await page.getByLabel('Billing status').selectOption('Overdue')
  await page.reload()
  await table.getByRole('link', { name: organization }).click()
  await expect(page.getByRole('heading', { level: 1, name: organization })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Billing status')).toHaveValue('overdue')
})

test('customers have no customer pages, and a wrong address says so', async ({ page, signIn }) => {
  for (const role of ['org_admin', 'customer'] as const) {
    const { organizationId } = await signIn({ role })
    await page.goto(`/customers/${organizationId}`)
    await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
  }
  await signIn({ role: 'agent' })
  for (const id of [crypto.randomUUID(), 'nothing']) {
    await page.goto(`/customers/${id}`)
    await expect(page.getByText('This organization does not exist.')).toBeVisible()
  }
  await page.goto('/customers/a/b')
  await expect(page.getByText('Page Not Found')).toBeVisible()
})
