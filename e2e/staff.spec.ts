import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { fullName } from '#contract/identity/session.ts'
import { LAST_ADMIN, users as endpoints } from '#contract/identity/users.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeUser } from '#demo/rows/users.ts'
import { emails } from '#server/database/schema/emails.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './fixtures.ts'

test.beforeEach(({ signIn }) => signIn({ role: 'admin' }).then(() => undefined))

const PASSWORD = 'violet harbour seldom rains'

const adding = (page: Page) => page.getByRole('dialog', { name: 'Add Staff' })

async function signInByLink(page: Page, link: string, email: string) {
  await page.goto(link)
  await page.getByRole('textbox', { name: 'New password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
}

test('an admin adds an agent, who chooses a password by the emailed link and sees the overview', async ({
  page,
  browser,
  baseURL,
  db,
}) => {
  const lastName = crypto.randomUUID().slice(0, 8)
  const email = `nomsa.${lastName}@vendor.example`
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Add Staff' }).click()
  await expect(page).toHaveURL('/admin/users?add=1')
  await page.reload()
  const dialog = adding(page)
  await expect(dialog.getByLabel('First name')).toBeFocused()
  await expect(dialog.getByLabel('Role')).toHaveAccessibleDescription(/Agents handle support tickets.*Admins can/)
  await page.keyboard.type('Nomsa')
  await page.keyboard.press('Tab')
  await page.keyboard.type(lastName)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email address')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Staff Added')
  await expect(toastOf(page)).toContainText(`We sent ${email} a link to choose a password.`)
  await expect(dialog).toHaveCount(0)
  await page.getByRole('searchbox').fill(email)
  await expect(page.getByRole('row', { name: `Nomsa ${lastName}` })).toContainText('agent')

  await page.goto(`/outbox?search=${encodeURIComponent(email)}`)
  await expect(page.getByRole('link', { name: /^Choose your password for/ })).toBeVisible()
  const [mail] = await db.select().from(emails).where(eq(emails.to, email))
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const theirs = await context.newPage()
  await signInByLink(theirs, /\/auth\?reset=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '', email)
  await theirs.goto('/admin/overview')
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Overview')
  await context.close()
})

test('an address that is taken is said at its field, and what was entered stays', async ({ page, db }) => {
  const { email } = await makeUser(db, { role: 'agent' })
  await page.goto('/admin/users?add=1')
  const dialog = adding(page)
  await dialog.getByLabel('First name').fill('Nomsa')
  await dialog.getByLabel('Last name').fill('Khumalo')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Role').selectOption('Admin')
  await dialog.getByRole('button', { name: 'Add Staff' }).click()
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(
    'An account with this email address already exists.',
  )
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await expect(toastOf(page)).toHaveCount(0)
  await expect(dialog.getByLabel('Role')).toHaveValue('admin')
})

async function choose(page: Page, name: string, label: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: label }).click()
}

test('an admin makes an agent an admin and back, and sees what that means', async ({ page, db }) => {
  const agent = await makeUser(db, { role: 'agent', lastName: crypto.randomUUID().slice(0, 8) })
  const name = fullName(agent)
  await page.goto(`/admin/users?search=${agent.username}`)
  const row = page.getByRole('row', { name: `@${agent.username}` })
  await choose(page, name, 'Make Admin')
  const promoting = page.getByRole('alertdialog', { name: `Make ${name} an admin?` })
  await expect(promoting).toContainText('manage organizations, users, billing and files')
  await expect(promoting).toContainText(`${name} is signed out everywhere immediately`)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await promoting.getByRole('button', { name: 'Make Admin' }).click()
  await expect(toastOf(page)).toContainText('Role Changed')
  await expect(toastOf(page)).toContainText(`${name} is an admin now.`)
  await expect(row).toContainText('admin')

  await choose(page, name, 'Make Agent')
  const demoting = page.getByRole('alertdialog', { name: `Make ${name} an agent?` })
  await expect(demoting).toContainText('They have no access to the rest of the admin portal')
  await page.route(`**${endpoints.changeRole.url.replace(':id', agent.id)}`, (route) =>
    route.fulfill({ status: 409, json: { message: LAST_ADMIN } }),
  )
  await demoting.getByRole('button', { name: 'Make Agent' }).click()
  await expect(toastOf(page).filter({ hasText: 'Update Failed' })).toContainText(LAST_ADMIN)
  await page.unrouteAll()
  await demoting.getByRole('button', { name: 'Make Agent' }).click()
  await expect(demoting).toHaveCount(0)
  await expect(row).toContainText('agent')
})

test('the own role and a customer’s are not offered', async ({ page, signIn }) => {
  const { email } = await signIn({ role: 'org_admin' })
  const self = await signIn({ role: 'admin' })
  for (const search of [email, self.email]) {
    await page.goto(`/admin/users?search=${search}`)
    await page.getByRole('button', { name: 'Actions for' }).click()
    await expect(page.getByRole('menuitem', { name: 'Show Activity' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: /^Make/ })).toHaveCount(0)
  }
})

test('Back leads to the same place in a long list, and its row has the focus', async ({ page, db, signIn }) => {
  const group = `Long list ${crypto.randomUUID().slice(0, 8)}`
  for (let number = 10; number < 40; number += 1) await makeOrganization(db, { name: `${group} ${number}` })
  const name = `${group} 30`
  await signIn({ role: 'agent' })
  await page.goto(`/customers?search=${group}`)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
  await expect(page.getByRole('link', { name, exact: true })).toBeInViewport()
  await expect(page.getByRole('link', { name, exact: true })).toBeFocused()
  await page.getByRole('navigation').getByRole('link', { name: 'Reports' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Customers' }).click()
  await expect(page.getByRole('main').getByRole('table').locator('[data-open]').first()).toBeInViewport()
})
