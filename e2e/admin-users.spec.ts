import type { Page, Route } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { fullName } from '#contract/identity/session.ts'
import { users as endpoints } from '#contract/identity/users.ts'
import { makeSecondFactor } from '#demo/rows/mfa.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeUser, type UserRow } from '#demo/rows/users.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { openSession } from '#server/identity/session/sessions.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf, toastOver } from './fixtures.ts'

test.beforeEach(({ signIn }) => signIn({ role: 'admin' }).then(() => undefined))

/** Somebody who registered, in a company that no other spec knows. */
async function applicant(db: Parameters<typeof makeUser>[0]) {
  const organization = await makeOrganization(db, { name: `Applicant ${crypto.randomUUID()}`, isActive: false })
  return {
    organization,
    user: await makeUser(db, { organizationId: organization.id, role: 'org_admin', status: 'pending' }),
  }
}

test('R-AUSR-06 R-AUSR-07 R-AUSR-08 R-AUSR-09 R-AUSR-10 R-AUSR-11 R-AUSR-12 R-AUSR-13 R-AUSR-14 R-AUSR-15 R-AUSR-16 R-AUSR-17 R-AUSR-18 the cards count everyone and the table shows who they are', async ({
  page,
  db,
}) => {
  const { organization, user } = await applicant(db)
  await page.goto('/admin/users')
  for (const label of ['Total Users', 'Admins', 'Verified Users', 'MFA Enabled']) {
    await expect(page.getByRole('region', { name: label }).getByText(/^\d+$/)).toBeVisible()
  }
  const row = page.getByRole('row', { name: `@${user.username}` })
  await expect(row).toContainText(`LD${fullName(user)}`)
  await expect(row).toContainText(user.email)
  await expect(row).toContainText('org admin')
  await expect(row).toContainText(organization.name)
  await expect(row).toContainText('pending')
  await expect(row).toContainText(/[A-Z][a-z]{2} \d\d, \d{4}/)
  await page.getByRole('searchbox').fill('agent@example.com')
  const agent = page.getByRole('row', { name: '@agent' })
  await expect(agent).toContainText('No organization')
  await expect(agent.getByRole('button', { name: 'Activate' })).toHaveCount(0)
  await expect(agent).toContainText('Email verified')
  await expect(agent).toContainText('MFA off')
})

test('R-AUSR-01 R-AUSR-02 R-AUSR-03 R-AUSR-04 R-AUSR-05 a search is in the address and survives a reload', async ({
  page,
  db,
}) => {
  const { organization, user } = await applicant(db)
  await page.goto('/admin/users')
  await page.getByRole('searchbox').fill(organization.name.toUpperCase())
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue(organization.name.toUpperCase())
  await expect(page.getByRole('row', { name: `@${user.username}` })).toBeVisible()
  await page.getByRole('searchbox').fill('nobody is called that')
  await expect(page.getByText('No users found matching your search.')).toBeVisible()
})

test('R-AUSR-17 R-STATE-56 R-ERR-80 approving an account names who is emailed, says so and takes the button away', async ({
  page,
  db,
}) => {
  const { user, organization } = await applicant(db)
  await page.goto(`/admin/users?search=${user.username}`)
  const activate = page.getByRole('button', { name: `Activate ${fullName(user)}` })
  await activate.click()
  const asked = page.getByRole('alertdialog', { name: `Activate ${fullName(user)}?` })
  await expect(asked).toContainText(`This approves the account and its organization, ${organization.name}.`)
  await expect(asked).toContainText(`We email ${user.email} that they can sign in now.`)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await expect(activate).toBeFocused()
  await page.keyboard.down('Enter')
  await expect(asked.getByRole('button', { name: 'Activate' })).toBeFocused()
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  const [untouched] = await db.select().from(users).where(eq(users.id, user.id))
  expect(untouched?.status).toBe('pending')
  await expect(asked).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('User Activated')
  const row = page.getByRole('row', { name: `@${user.username}` })
  await expect(row).toContainText('active')
  await expect(row.getByRole('button', { name: 'Activate' })).toHaveCount(0)
})

test('R-AUSR-17 an answer that was on its way before the account was approved does not bring its button back', async ({
  page,
  db,
}) => {
  const { user } = await applicant(db)
  await page.goto('/admin/users')
  const row = page.getByRole('row', { name: `@${user.username}` })
  const activate = row.getByRole('button', { name: 'Activate' })
  await expect(activate).toBeVisible()
  const [answered, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isHeld = false
  const holdFirst = async (route: Route) => {
    if (isHeld) return route.fallback()
    isHeld = true
    const response = await route.fetch()
    answered.resolve()
    await late.promise
    return route.fulfill({ response })
  }
  await page.route(`**${endpoints.list.url}?search=*`, holdFirst)
  await page.getByRole('searchbox').fill(user.email)
  await answered.promise
  const approved = page.waitForResponse('**/activate')
  await activate.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Activate' }).click()
  await approved
  late.resolve()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row).toContainText('active')
  await expect(activate).toHaveCount(0)
})

/** A person of a company that no other spec knows, alone in the list. */
async function openPerson(page: Page, db: Parameters<typeof makeUser>[0], facts: Partial<UserRow> = {}) {
  const organization = await makeOrganization(db, { name: `Company ${crypto.randomUUID().slice(0, 8)}` })
  const user = await makeUser(db, { organizationId: organization.id, role: 'org_admin', ...facts })
  await page.goto(`/admin/users?search=${user.username}`)
  return { user, name: fullName(user), organization, row: page.getByRole('row', { name: `@${user.username}` }) }
}

const menu = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}` })

async function choose(page: Page, name: string, label: string) {
  await menu(page, name).click()
  await page.getByRole('menuitem', { name: label }).click()
}

test('R-STATE-54 an admin suspends a person and lets them in again', async ({ page, db }) => {
  const { user, name, organization, row } = await openPerson(page, db)
  await menu(page, name).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem')).toHaveText([
    'Show Activity',
    'Resend Verification',
    'End Sessions',
    'Suspend',
  ])
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const suspending = page.getByRole('dialog', { name: `Suspend ${name}?` })
  await expect(suspending).toContainText('signed out everywhere at once')
  await expect(suspending).toContainText(`If ${organization.name} has no other administrator`)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await expect(menu(page, name)).toBeFocused()
  await choose(page, name, 'Suspend')
  await suspending.getByLabel('Reason').fill('Left the company')
  await suspending.getByRole('button', { name: 'Suspend' }).click()
  await expect(toastOf(page)).toContainText('User Suspended')
  await expect(row).toContainText('suspended')

  await menu(page, name).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Show Activity', 'Reactivate'])
  await page.getByRole('menuitem', { name: 'Reactivate' }).click()
  const reactivating = page.getByRole('alertdialog', { name: `Reactivate ${name}?` })
  await reactivating.getByRole('button', { name: 'Reactivate' }).click()
  await expect(toastOf(page)).toContainText('User Reactivated')
  await expect(row).toContainText('active')

  await choose(page, name, 'Show Activity')
  await expect(page).toHaveURL(`/admin/audit?actor=${user.id}`)
})

test('an admin helps who cannot sign in: a new link, no second factor, no sessions', async ({ page, db }) => {
  const { user, name, row } = await openPerson(page, db)
  await makeSecondFactor(db, user.id)
  await openSession(db, { userId: user.id, hours: 1, ip: null, userAgent: null })
  await page.reload()
  await expect(row).toContainText('Email not verified')
  await expect(row).toContainText('MFA on')
  await choose(page, name, 'Resend Verification')
  const sending = page.getByRole('alertdialog', { name: 'Resend the verification?' })
  await expect(sending).toContainText(`We email ${user.email} a new link`)
  await sending.getByRole('button', { name: 'Resend' }).click()
  await expect(toastOf(page)).toContainText('Verification Sent')
  await expect(toastOf(page)).toContainText(user.email)

  await choose(page, name, 'End Sessions')
  const ending = page.getByRole('alertdialog', { name: `End all sessions of ${name}?` })
  await ending.getByRole('button', { name: 'End Sessions' }).click()
  await expect(toastOf(page)).toContainText('Sessions Ended')
  await expect(toastOf(page)).toContainText('One session was signed out.')

  await choose(page, name, 'Reset MFA')
  const resetting = page.getByRole('alertdialog', { name: `Reset MFA of ${name}?` })
  await expect(resetting).toContainText(`We email ${user.email} about it.`)
  await resetting.getByRole('button', { name: 'Reset MFA' }).click()
  await expect(toastOf(page)).toContainText('MFA Reset')
  await expect(row).toContainText('MFA off')
})

test('a refusal says why and leaves the dialog open', async ({ page, db }) => {
  const { user, name } = await openPerson(page, db)
  await choose(page, name, 'Suspend')
  await db.update(users).set({ status: 'pending' }).where(eq(users.id, user.id))
  const dialog = page.getByRole('dialog', { name: `Suspend ${name}?` })
  await dialog.getByLabel('Reason').fill('Left the company')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(toastOf(page)).toContainText('Update Failed')
  await expect(toastOf(page)).toContainText('A user who is pending cannot be suspended.')
  await expect(dialog).toBeVisible()
})

test('nobody is offered to lock the own account', async ({ page, signIn }) => {
  const { email } = await signIn({ role: 'admin' })
  await page.goto(`/admin/users?search=${email}`)
  await page.getByRole('button', { name: 'Actions for' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Show Activity', 'Resend Verification'])
})

test('status and role narrow the list, stay in the address and are cleared together', async ({ page, db }) => {
  const { user, row } = await openPerson(page, db, { status: 'pending' })
  await page.getByLabel('Status').selectOption('Pending')
  await page.getByLabel('Role').selectOption('Org admin')
  await expect(page).toHaveURL(/status=pending&role=org_admin/)
  await page.reload()
  await expect(row).toBeVisible()
  await page.getByLabel('Role').selectOption('Customer')
  await expect(page.getByText('No users found matching your search.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(page).toHaveURL(/\/admin\/users$/)
  await page.goto(`/admin/users?search=${user.username}&role=nonsense`)
  await expect(page.getByLabel('Role')).toHaveValue('')
  await expect(row).toBeVisible()
})

test('R-ERR-70 a failed approval says so and leaves the button', async ({ page, db }) => {
  const { user } = await applicant(db)
  await page.route('**/activate', (route) => route.fulfill({ status: 502, body: '' }))
  await page.goto(`/admin/users?search=${user.username}`)
  await page.getByRole('button', { name: `Activate ${fullName(user)}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Activate' }).click()
  await expect(toastOver(page)).toContainText('Activation Failed')
  await expect(toastOver(page)).toContainText('Failed to activate user account.')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Activate' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `Activate ${fullName(user)}` })).toBeEnabled()
})

test('R-ERR-75 a list that cannot be read says so and can be tried again', async ({ page }) => {
  const isList = (url: URL) => url.pathname === endpoints.list.url
  await page.route(isList, (route) => route.fulfill({ status: 503, json: { message: 'The service is busy.' } }))
  await page.goto('/admin/users')
  await expect(page.getByText('Failed to load users data. Please try refreshing the page.')).toBeVisible()
  await page.unroute(isList)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
})

test('R-ROLE-09 nobody but an admin gets to the page', async ({ page, signIn }) => {
  for (const role of ['agent', 'org_admin'] as const) {
    await signIn({ role })
    await page.goto('/admin/users')
    await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
  }
})

test('the page is accessible and fits the narrowest phone', async ({ page }) => {
  await page.goto('/admin/users?search=acme')
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
