import type { Browser, Page } from '@playwright/test'
import { and, eq } from 'drizzle-orm'
import { makeUser } from '#demo/rows/users.ts'
import type { Database } from '#server/database/database.ts'
import { emails } from '#server/database/schema/emails.ts'
import { invitations } from '#server/database/schema/identity/invitations.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './fixtures.ts'

const newAddress = () => `colleague-${crypto.randomUUID().slice(0, 8)}@people.example`

/** Sends an invitation from the screen, and returns the emailed link. */
async function invite(page: Page, db: Database, email = newAddress()) {
  await page.goto('/team?invite=1')
  const dialog = page.getByRole('dialog', { name: 'Invite Colleague' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(dialog).toBeHidden()
  return { email, link: await mailedLink(db, email) }
}

async function mailedLink(db: Database, email: string) {
  const sent = await db
    .select()
    .from(emails)
    .where(and(eq(emails.to, email), eq(emails.kind, 'team-invitation')))
    .orderBy(emails.createdAt)
  return /\/auth\?invite=[\w-]{43}/.exec(sent.at(-1)?.text ?? '')?.[0] ?? ''
}

/** Another person's browser. */
async function stranger(browser: Browser, baseURL: string | undefined, path: string) {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await page.goto(path)
  return page
}

async function join(page: Page, username = `nomsa-${crypto.randomUUID().slice(0, 8)}`) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First Name').fill('Nomsa')
  await dialog.getByLabel('Last Name').fill('Khumalo')
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Password').fill('a long enough secret')
  await dialog.getByRole('button', { name: 'Create Account' }).click()
}

const openMenu = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}` }).click()
const choose = async (page: Page, name: string, item: string) => {
  await openMenu(page, name)
  await page.getByRole('menuitem', { name: item }).click()
}

test('a colleague is invited by mail, joins in their own browser and is then in the team', async ({
  page,
  db,
  signIn,
  browser,
  baseURL,
}) => {
  test.slow()
  const { organization, email: owner } = await signIn()
  await page.goto('/team')
  await expect(page.getByText('No open invitations. Invite a colleague by email.')).toBeVisible()
  await page.getByRole('button', { name: 'Invite Colleague' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite Colleague' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address')
  await dialog.getByLabel('Email').fill(owner)
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(toastOf(page)).toContainText('This person is already in your team.')
  const email = newAddress()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Role').selectOption('Administrator')
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(toastOf(page)).toContainText('Invitation sent')
  await expect(page.getByRole('table', { name: 'Invitations' }).getByRole('row', { name: email })).toContainText(
    'Administrator',
  )

  const guest = await stranger(browser, baseURL, await mailedLink(db, email))
  const joining = guest.getByRole('dialog', { name: `Join ${organization}` })
  await expect(joining.locator('[autocomplete=username]')).toHaveValue(email)
  await expect(guest).toHaveURL(/\/auth$/)
  await expect(joining.getByLabel('Email')).not.toBeEditable()
  await expectAccessible(guest)
  await expectNoSidewaysScroll(guest)
  await joining.getByRole('button', { name: 'Create Account' }).click()
  await expect(joining.getByLabel('First Name')).toHaveAccessibleDescription('First name is required')
  const [taken] = await db.select().from(users).where(eq(users.email, owner))
  await join(guest, taken?.username)
  await expect(joining.getByLabel('Username')).toHaveAccessibleDescription('This username is already taken.')
  await joining.getByRole('button', { name: 'Show' }).click()
  await expect(joining.getByLabel('Password')).toHaveAttribute('type', 'text')
  await join(guest)
  await expect(guest).toHaveURL(/\/$/)
  await expect(guest.getByRole('heading', { level: 1 })).toBeVisible()
  await guest.goto(await mailedLink(db, email))
  await expect(guest.getByText('This invitation was already accepted.')).toBeVisible()
  await guest.context().close()

  await page.reload()
  const row = page.getByRole('table', { name: 'Members' }).getByRole('row', { name: 'Nomsa Khumalo' })
  await expect(row).toContainText('Administrator')
  await expect(row).toContainText('Active')
  await expect(page.getByText('No open invitations. Invite a colleague by email.')).toBeVisible()
})

test('an invitation is sent again and revoked; a dead link says so', async ({ page, db, signIn, browser, baseURL }) => {
  await signIn()
  const { email, link } = await invite(page, db)
  await page.getByRole('button', { name: `Resend the invitation of ${email}` }).click()
  const resending = page.getByRole('alertdialog', { name: 'Resend the invitation?' })
  await expect(resending).toContainText(`We email ${email} a new link that works for 7 days.`)
  await expectAccessible(page)
  await resending.getByRole('button', { name: 'Resend' }).click()
  await expect(toastOf(page)).toContainText('Invitation sent again')
  const fresh = await mailedLink(db, email)
  expect(fresh).not.toBe(link)
  const guest = await stranger(browser, baseURL, link)
  const sentence = guest.getByText('This invitation is no longer valid. Please ask your colleague for a new one.')
  await expect(sentence).toBeVisible()
  await expectAccessible(guest)
  await guest.keyboard.press('Escape')
  await expect(guest).toHaveURL(/\/auth$/)

  await db.update(invitations).set({ expiresAt: '2026-01-01T00:00:00Z' }).where(eq(invitations.email, email))
  await page.reload()
  await expect(page.getByRole('row', { name: email })).toContainText('Expired')
  await page.getByRole('button', { name: `Revoke the invitation of ${email}` }).click()
  const dialog = page.getByRole('alertdialog', { name: `Revoke the invitation of ${email}?` })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No open invitations. Invite a colleague by email.')).toBeVisible()
  await guest.goto(fresh)
  await expect(sentence).toBeVisible()
  await guest.context().close()
})

test('a signed-in user is asked to sign out before joining with another account', async ({ page, db, signIn }) => {
  const { organization } = await signIn()
  const { email, link } = await invite(page, db)
  await page.goto(link)
  await expect(page.getByText('You are signed in as Lerato Dlamini. Sign out to accept this invitation.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('dialog', { name: `Join ${organization}` }).getByLabel('Email')).toHaveValue(email)
})

test('each role change, removal and reactivation names its consequence', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn()
  await makeUser(db, { organizationId, firstName: 'Thandi', lastName: 'Nkosi' })
  await page.goto('/team')
  await expect(page.getByRole('row', { name: 'Lerato Dlamini' })).toContainText('You')
  const row = page.getByRole('row', { name: 'Thandi Nkosi' })
  await expect(row).toContainText('Member')

  await choose(page, 'Thandi Nkosi', 'Make administrator')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Administrators manage licenses, billing and the team.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Make Administrator' }).click()
  await expect(toastOf(page)).toContainText('Thandi Nkosi is now: Administrator.')
  await expect(row).toContainText('Administrator')
  await expect(page.getByRole('button', { name: 'Actions for Thandi Nkosi' })).toBeFocused()

  await choose(page, 'Thandi Nkosi', 'Remove')
  await expect(dialog).toContainText('Remove Thandi Nkosi?')
  await expect(dialog).toContainText('Access ends immediately')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(row).toContainText('Removed')

  await choose(page, 'Lerato Dlamini', 'Make member')
  await expect(dialog).toContainText('Make yourself a member?')
  await dialog.getByRole('button', { name: 'Make Member' }).click()
  await expect(toastOf(page)).toContainText('An organization keeps at least one administrator.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await choose(page, 'Thandi Nkosi', 'Reactivate')
  await dialog.getByRole('button', { name: 'Reactivate' }).click()
  await expect(row).toContainText('Active')
})

test('a search and a status are in the address and survive a reload', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn()
  await makeUser(db, { organizationId, firstName: 'Thandi', lastName: 'Nkosi', status: 'suspended' })
  await page.goto('/team')
  await page.getByRole('searchbox').fill('thandi')
  await expect(page).toHaveURL(/search=thandi/)
  await page.getByLabel('Status').selectOption('Without access')
  await expect(page).toHaveURL(/status=suspended/)
  await page.reload()
  const table = page.getByRole('table', { name: 'Members' })
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table.getByRole('row', { name: 'Thandi Nkosi' })).toContainText('Suspended')
  await openMenu(page, 'Thandi Nkosi')
  await expect(page.getByRole('menuitem')).toHaveText(['Show activity'])
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill('no such person')
  await page.getByRole('button', { name: 'Clear search and filter' }).click()
  await expect(table.getByRole('row')).toHaveCount(3)
})

test('explains why an organization can’t invite once it is suspended', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn()
  await page.goto('/team?invite=1')
  await page.getByRole('dialog').getByLabel('Email').fill(newAddress())
  await db
    .update(organizations)
    .set({ suspendedAt: '2026-01-01T00:00:00Z' })
    .where(eq(organizations.id, organizationId))
  await page.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(toastOf(page)).toContainText('Failed to send the invitation')
  await expect(toastOf(page)).toContainText('Organization is suspended')
})

test('members and agents have no team screen, and an admin no team', async ({ page, signIn }) => {
  for (const role of ['customer', 'agent'] as const) {
    await signIn({ role })
    await page.goto('/team')
    await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
    await expect(page.getByRole('link', { name: 'Team' })).toHaveCount(0)
  }
  await signIn({ role: 'admin' })
  await page.goto('/team')
  await expect(page.getByText('A team belongs to an organization, and your account has none.')).toBeVisible()
})

test('the page is accessible and fits the narrowest phone', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn()
  await makeUser(db, { organizationId, firstName: 'Bartholomew-Maximilian', lastName: 'van der Westhuizen-Oosthuizen' })
  await invite(page, db, `${'a-very-long-address-'.repeat(3)}${crypto.randomUUID().slice(0, 8)}@people.example`)
  await expect(page.getByRole('table', { name: 'Invitations' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('the team is alphabetical, the reader first, and says who never signed in', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn({ role: 'org_admin' })
  for (const firstName of ['Zoe', 'Anna', 'Mpho']) await makeUser(db, { organizationId, firstName, lastName: 'Adams' })
  await page.goto('/team')
  const rows = page.getByRole('table', { name: 'List of Members' }).getByRole('row').filter({ hasText: '@' })
  await expect(rows).toContainText(['You', 'Anna Adams', 'Mpho Adams', 'Zoe Adams'])
  await expect(rows.nth(1)).toContainText('Never signed in')
})
