import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { fullName } from '#contract/identity/session.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSecondFactor, makeUser } from '#demo/rows/users.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { openSession } from '#server/identity/session/sessions.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './fixtures.ts'

test.beforeEach(({ signIn }) => signIn({ role: 'admin' }).then(() => undefined))

/** A person of a company that no other spec knows, alone in the list. */
async function openPerson(page: Page, db: Parameters<typeof makeUser>[0]) {
  const organization = await makeOrganization(db, { name: `Company ${crypto.randomUUID().slice(0, 8)}` })
  const user = await makeUser(db, { organizationId: organization.id, role: 'org_admin' })
  await page.goto(`/admin/users?search=${user.username}`)
  return { user, name: fullName(user), organization, row: page.getByRole('row', { name: `@${user.username}` }) }
}

const menu = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}` })

async function choose(page: Page, name: string, label: string) {
  await menu(page, name).click()
  await page.getByRole('menuitem', { name: label }).click()
}

test('an admin suspends a person and lets them in again [R-STATE-54]', async ({ page, db }) => {
  const { user, name, organization, row } = await openPerson(page, db)
  await menu(page, name).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem')).toHaveText([
    'Show Activity',
    'View as Customer',
    'Resend Verification',
    'Email Password Reset',
    'End Sessions',
    'Replace Email Address',
    'Suspend',
  ])
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem').last()).toBeFocused()
  await page.keyboard.press('Enter')
  const suspending = page.getByRole('dialog', { name: `Suspend ${name}?` })
  await expect(suspending).toContainText('signed out everywhere immediately')
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
  await expect(page.getByRole('menuitem')).toHaveText([
    'Show Activity',
    'Reactivate',
    'Replace Email Address',
    'Erase Personal Data',
  ])
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

  await choose(page, name, 'Email Password Reset')
  const mailing = page.getByRole('alertdialog', { name: `Email ${name} a password reset?` })
  await mailing.getByRole('button', { name: 'Send' }).click()
  await expect(toastOf(page)).toContainText('Password Reset Sent')

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

test('an admin replaces an address that its owner lost', async ({ page, db }) => {
  const { name, row } = await openPerson(page, db)
  const email = `found-${crypto.randomUUID()}@people.example`
  await choose(page, name, 'Replace Email Address')
  const dialog = page.getByRole('dialog', { name: `Replace the email address of ${name}?` })
  await expect(dialog).toContainText(`Make sure that it is ${name} who asks.`)
  await dialog.getByLabel('New email address').fill('owner@acme.example')
  await dialog.getByRole('button', { name: 'Replace Address' }).click()
  await expect(dialog.getByLabel('New email address')).toHaveAccessibleDescription(/already exists/)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByLabel('New email address').fill(email)
  await dialog.getByRole('button', { name: 'Replace Address' }).click()
  await expect(toastOf(page)).toContainText(`A link is on its way to ${email}.`)
  await expect(row).toContainText(email)
  await expect(row).toContainText('Email not verified')
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

test('does not offer to suspend your own account', async ({ page, signIn }) => {
  const { email } = await signIn({ role: 'admin', isVerified: false })
  await page.goto(`/admin/users?search=${email}`)
  await page.getByRole('button', { name: 'Actions for' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Show Activity', 'Resend Verification'])
})

test('an admin declines a sign-up with a reason, and it is gone', async ({ page, db }) => {
  const organization = await makeOrganization(db, { name: `Applicant ${crypto.randomUUID()}`, isActive: false })
  const user = await makeUser(db, { organizationId: organization.id, role: 'org_admin', status: 'pending' })
  const name = fullName(user)
  await page.goto(`/admin/users?search=${user.username}`)
  await page.getByRole('button', { name: `Activate ${name}` }).click()
  const facts = page.getByRole('dialog', { name: `Activate ${name}?` })
  await expect(facts).toContainText('Not verified')
  await expect(facts.getByLabel('Subscription', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await choose(page, name, 'Decline')
  const declining = page.getByRole('dialog', { name: `Decline ${name}?` })
  await expect(declining).toContainText(organization.name)
  await declining.getByRole('button', { name: 'Decline' }).click()
  await expect(declining).toContainText('Reason is required')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await declining.getByLabel('Reason').fill('Please register with the address of your company.')
  await declining.getByRole('button', { name: 'Decline' }).click()
  await expect(toastOf(page)).toContainText('Account Declined')
  await expect(page.getByText('No users found matching your search.')).toBeVisible()
})

test('a person opens beside the list with the last sign-in, the organization and every action', async ({
  page,
  db,
}) => {
  const { user, name, organization, row } = await openPerson(page, db)
  await row.getByRole('link', { name, exact: true }).click()
  const drawer = page.getByRole('dialog', { name })
  await expect(drawer).toContainText('Last sign-inNever')
  await expect(drawer).toContainText('Signed in now0 browsers')
  await expect(drawer).toContainText('Registered')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await expect(page).toHaveURL(new RegExp(`user=${user.id}`))
  await page.reload()
  await drawer.getByRole('button', { name: 'Suspend' }).click()
  const suspending = page.getByRole('dialog', { name: `Suspend ${name}?` })
  await suspending.getByLabel('Reason').fill('Left the company')
  await suspending.getByRole('button', { name: 'Suspend' }).click()
  await expect(drawer).toContainText('Left the company')
  await expect(drawer.getByRole('button', { name: 'Reactivate' })).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Suspend' })).toHaveCount(0)
  await drawer.getByRole('link', { name: organization.name }).click()
  await expect(page).toHaveURL(`/customers/${organization.id}`)
})

test('a user who is gone is said to be, and the list stays', async ({ page }) => {
  await page.goto(`/admin/users?user=${crypto.randomUUID()}`)
  await expect(page.getByRole('dialog', { name: 'User' })).toContainText('Couldn’t load this user.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
})
