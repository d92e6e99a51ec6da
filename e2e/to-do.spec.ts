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

test('an agent starts with their own tickets', async ({ page, signIn }) => {
  await signIn({ role: 'agent' })
  await page.goto('/')
  await expect(card(page, 'To Do')).toHaveCount(0)
  for (const name of ['Late Tickets', 'Needs an Answer', 'Ratings']) await expect(card(page, name)).toContainText(/\d/)
  await expect(card(page, 'My Tickets')).toContainText('0')
  await expectAccessible(page)
  await card(page, 'My Tickets').getByRole('link').click()
  await expect(page).toHaveURL('/support?view=mine')
})
