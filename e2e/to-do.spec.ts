import { makeTicket } from '#demo/rows/tickets.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeLicenseRequest } from '#demo/rows/license-requests.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeUser } from '#demo/rows/users.ts'
import { card, expect, expectAccessible, expectNoSidewaysScroll, inDays, test, toastOf, unique } from './fixtures.ts'

test('an admin sees what each customer waits for in one row, and acts in it', async ({ page, signIn, db }) => {
  const { organizationId, userId, organization } = await signIn()
  await makeInvoice(db, { organizationId, dueDate: inDays(-1).slice(0, 10), amountCents: 200_050 })
  await makeLicenseRequest(db, { organizationId, userId, additionalLicenses: 2 })
  await signIn({ role: 'admin' })
  await page.goto('/admin/overview')
  const toDo = card(page, 'To Do')
  const row = toDo.getByRole('listitem').filter({ has: page.getByRole('link', { name: organization, exact: true }) })
  await expect(row).toHaveCount(1)
  await expect(row.getByRole('listitem')).toHaveText([
    /asks for 2 licenses.*License request/,
    /owes R2000\.50.*overdue/,
  ])
  await expect(row.getByRole('link', { name: `Open invoices: ${organization}` })).toHaveAttribute(
    'href',
    `/admin/billing?organizationId=${organizationId}`,
  )
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await row.getByRole('button', { name: `Decline: ${organization}` }).click()
  const asked = page.getByRole('dialog', { name: 'Decline License Request' })
  await asked.getByLabel('Reason').fill('Please settle the open invoices first.')
  await asked.getByRole('button', { name: 'Decline' }).click()
  await expect(asked).toHaveCount(0)
  await expect(row.getByRole('listitem')).toHaveText([/owes R2000\.50/])
})

test('an admin approves and declines sign-ups in their rows', async ({ page, signIn, db }) => {
  const applicants = [unique('Applicant'), unique('Applicant')]
  for (const name of applicants) {
    const { id: organizationId } = await makeOrganization(db, { name, isActive: false })
    await makeUser(db, { organizationId, role: 'org_admin', status: 'pending' })
  }
  await signIn({ role: 'admin' })
  await page.goto('/')
  const toDo = card(page, 'To Do')
  const [approved, declined] = applicants
  await toDo.getByRole('button', { name: `Activate: ${approved}` }).click()
  const activating = page.getByRole('dialog', { name: /^Activate / })
  await expect(activating).toContainText(`This approves the account and its organization, ${approved}.`)
  await activating.getByRole('button', { name: 'Activate', exact: true }).click()
  await expect(toastOf(page)).toContainText('User Activated')
  await expect(toDo.getByRole('link', { name: approved })).toHaveCount(0)

  await toDo.getByRole('button', { name: `Decline: ${declined}` }).click()
  const declining = page.getByRole('dialog', { name: /^Decline / })
  await declining.getByLabel('Reason').fill('We do not know this company.')
  await declining.getByRole('button', { name: 'Decline' }).click()
  await expect(declining).toHaveCount(0)
  await expect(toDo.getByRole('link', { name: declined })).toHaveCount(0)
})

test('an admin snoozes a customer, brings it back and assigns it', async ({ page, signIn, db }) => {
  const { organizationId, userId, organization } = await signIn()
  await makeLicenseRequest(db, { organizationId, userId })
  const { userId: adminId } = await signIn({ role: 'admin' })
  await page.goto('/')
  const toDo = card(page, 'To Do')
  const link = toDo.getByRole('link', { name: organization, exact: true })
  const menu = toDo.getByRole('button', { name: `Actions for ${organization}` })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Snooze for a week' }).click()
  await expect(link).toHaveCount(0)
  await toDo.getByRole('button', { name: /^Show snoozed/ }).click()
  await expect(link).toBeVisible()
  await expectAccessible(page)
  await menu.click()
  await page.getByRole('menuitem', { name: 'End snooze' }).click()
  await expect(menu.locator('xpath=ancestor::li[1]')).not.toContainText('Snoozed until')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Assign…' }).click()
  const dialog = page.getByRole('dialog', { name: `Assign ${organization}` })
  await expectAccessible(page)
  await dialog.getByLabel('Account owner').selectOption(adminId)
  const owner = await dialog
    .getByLabel('Account owner')
    .evaluate((box: HTMLSelectElement) => box.selectedOptions[0]?.text)
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(menu.locator('xpath=ancestor::li[1]')).toContainText(owner?.replace(/ \(.*/, '') ?? 'No owner')
})

test('an agent starts with their own tickets and ratings', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn()
  const { userId: assigneeId } = await signIn({ role: 'agent' })
  const now = new Date().toISOString()
  const rated = { organizationId, userId, assigneeId, status: 'closed', ratedAt: now, resolvedAt: now } as const
  await makeTicket(db, { ...rated, ratedAt: inDays(-40), rating: 5 })
  await page.goto('/')
  await expect(card(page, 'Ratings')).toContainText(/^RatingsNone0 in 30 days/)
  for (const rating of [3, 4]) await makeTicket(db, { ...rated, rating })
  await page.reload()
  await expect(card(page, 'To Do')).toHaveCount(0)
  for (const name of ['Late Tickets', 'Needs an Answer']) await expect(card(page, name)).toContainText(/\d/)
  await expect(card(page, 'Ratings')).toContainText('3.5 of 5')
  await expect(card(page, 'Ratings').getByRole('link')).toHaveText(/^2 in 30 days, team \d\.\d$/)
  await expect(card(page, 'My Tickets')).toContainText('0')
  await expectAccessible(page)
  await card(page, 'My Tickets').getByRole('link').click()
  await expect(page).toHaveURL('/support?view=mine')
})
