import { eq } from 'drizzle-orm'
import { fullName } from '#contract/identity/session.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeUser } from '#demo/rows/users.ts'
import type { Database } from '#server/database/database.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './fixtures.ts'

async function applicant(db: Database) {
  const domain = `${crypto.randomUUID().slice(0, 8)}.example`
  const organization = await makeOrganization(db, { name: `Applicant ${crypto.randomUUID()}`, isActive: false })
  const user = await makeUser(db, {
    organizationId: organization.id,
    role: 'org_admin',
    status: 'pending',
    email: `lindiwe@${domain}`,
  })
  return { domain, organization, user, name: fullName(user) }
}

test('a registration is approved together with its subscription', async ({ page, signIn, db }) => {
  const { domain, organization, user, name } = await applicant(db)
  const customer = await makeOrganization(db, { name: `Customer ${crypto.randomUUID()}` })
  await makeUser(db, { organizationId: customer.id, email: `someone@${domain}` })
  await signIn({ role: 'admin' })
  await page.goto(`/admin/users?search=${user.username}`)
  await page.getByRole('button', { name: `Activate ${name}` }).click()
  const sheet = page.getByRole('dialog', { name: `Activate ${name}?` })
  await expect(sheet.getByRole('link', { name: customer.name })).toBeVisible()
  await expect(sheet).toContainText('1 user at this domain')
  await sheet.getByLabel('Subscription', { exact: true }).selectOption('Start a subscription')
  const submit = sheet.getByRole('button', { name: 'Activate and start the subscription' })
  await expect(submit).toBeDisabled()
  await sheet.getByLabel('Price per License (ZAR)').fill('249.50')
  await sheet.getByLabel('Number of Licenses').fill('4')
  await expect(sheet.getByRole('status', { name: 'Monthly total' })).toHaveText('R998.00')
  await expectAccessible(page)
  await submit.click()
  await expect(toastOf(page)).toContainText('User Activated')
  await expect(page.getByRole('row', { name: `@${user.username}` })).toContainText('active')
  expect(await db.$count(subscriptions, eq(subscriptions.organizationId, organization.id))).toBe(1)
})

test('a registration is approved together with a trial', async ({ page, signIn, db }) => {
  const { organization, user, name } = await applicant(db)
  await signIn({ role: 'admin' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin/users?search=${user.username}`)
  await page.getByRole('button', { name: `Activate ${name}` }).click()
  const sheet = page.getByRole('dialog', { name: `Activate ${name}?` })
  await sheet.getByLabel('Subscription', { exact: true }).selectOption('Start a trial')
  await expect(sheet.getByLabel('Price per License (ZAR)')).toHaveCount(0)
  await sheet.getByLabel('Number of Licenses').fill('2')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await sheet.getByRole('button', { name: 'Activate and start the trial' }).click()
  await expect(toastOf(page)).toContainText('and the trial has started.')
  const started = await db.select().from(subscriptions).where(eq(subscriptions.organizationId, organization.id))
  expect(started).toMatchObject([{ isTrial: true, licenseLimit: 2 }])
})

test('a registration is declined with a reason, and its domain blocked until an admin unblocks it', async ({
  page,
  signIn,
  db,
}) => {
  const { domain, user, name } = await applicant(db)
  await signIn({ role: 'admin' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin/users?search=${user.username}`)
  await page.getByRole('button', { name: `Activate ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Decline…' }).click()
  const declining = page.getByRole('dialog', { name: `Decline ${name}?` })
  await declining.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(declining.getByLabel('Reason')).toHaveAccessibleDescription(/Reason is required/)
  await declining.getByLabel('Reason').fill('We do not know this organization.')
  await declining.getByRole('checkbox', { name: `Also block registrations from ${domain}` }).check()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await declining.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(toastOf(page)).toContainText('Account Declined')
  await expect(page.getByText('No users found matching your search.')).toBeVisible()
  expect(await db.$count(users, eq(users.id, user.id))).toBe(0)

  const blocked = page.getByRole('region', { name: 'Blocked Domains' })
  const row = blocked.getByRole('row', { name: domain })
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: 'Block Domain' }).click()
  const blocking = page.getByRole('dialog', { name: 'Block a Domain' })
  await blocking.getByLabel('Domain').fill(`mail.${domain}`)
  await expectAccessible(page)
  await blocking.getByRole('button', { name: 'Block Domain' }).click()
  await expect(blocking.getByLabel('Domain')).toHaveAccessibleDescription(`${domain} is already blocked.`)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: `Unblock ${domain}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unblock' }).click()
  await expect(toastOf(page)).toContainText('Domain Unblocked')
  await expect(row).toHaveCount(0)
})

test('an admin who is late reads that someone else has decided', async ({ page, signIn, db }) => {
  const { user, name } = await applicant(db)
  await signIn({ role: 'admin' })
  await page.goto(`/admin/users?search=${user.username}`)
  const activate = page.getByRole('button', { name: `Activate ${name}` })
  await expect(activate).toBeVisible()
  await db.update(users).set({ status: 'active' }).where(eq(users.id, user.id))
  await activate.click()
  await expect(page.getByRole('dialog')).toContainText('Someone may have decided already.')
})

test('a link in a dialog asks before it discards the input', async ({ page, signIn, db }) => {
  const { domain, user, name } = await applicant(db)
  const customer = await makeOrganization(db, { name: `Customer ${crypto.randomUUID()}` })
  await makeUser(db, { organizationId: customer.id, email: `someone@${domain}` })
  await signIn({ role: 'admin' })
  await page.goto(`/admin/users?search=${user.username}`)
  await page.getByRole('button', { name: `Activate ${name}` }).click()
  const sheet = page.getByRole('dialog', { name: `Activate ${name}?` })
  const link = sheet.getByRole('link', { name: customer.name })
  await sheet.getByLabel('Subscription', { exact: true }).selectOption('Start a subscription')
  await sheet.getByLabel('Price per License (ZAR)').fill('249.50')
  await link.click()
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(sheet.getByLabel('Price per License (ZAR)')).toHaveValue('249.50')
  await expect(link).toBeFocused()
  await link.press('Enter')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(`/customers/${customer.id}`)
  await expect(page.getByRole('heading', { level: 1, name: customer.name })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`/admin/users?search=${user.username}`)
})

test('a declining that is canceled returns to the registration and its subscription', async ({ page, signIn, db }) => {
  const { user, name } = await applicant(db)
  await signIn({ role: 'admin' })
  await page.goto(`/admin/users?search=${user.username}`)
  await page.getByRole('button', { name: `Activate ${name}` }).click()
  const sheet = page.getByRole('dialog', { name: `Activate ${name}?` })
  await sheet.getByLabel('Subscription', { exact: true }).selectOption('Start a subscription')
  await sheet.getByLabel('Price per License (ZAR)').fill('249.50')
  await sheet.getByRole('button', { name: 'Decline…' }).click()
  const declining = page.getByRole('dialog', { name: `Decline ${name}?` })
  await expect(declining.getByLabel('Reason')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(declining).toHaveCount(0)
  await expect(sheet.getByRole('button', { name: 'Decline…' })).toBeFocused()
  await expect(sheet.getByLabel('Price per License (ZAR)')).toHaveValue('249.50')
})
