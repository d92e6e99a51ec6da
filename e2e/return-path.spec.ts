import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import type { Role } from '#contract/roles.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeLicenseRequest } from '#demo/rows/license-requests.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { makeSecondFactor, makeUser, SEED_PASSWORD } from '#demo/rows/users.ts'
import type { Database } from '#server/database/database.ts'
import { emails } from '#server/database/schema/emails.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { makeForeign } from './ticket-dialog.ts'

async function signInByForm(page: Page, email: string, password = SEED_PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

type OwnIds = { organizationId: string; userId: string }
type LinkTarget = {
  role: Role
  /** Creates what the link names, and returns its id. */
  make?: (db: Database, own: OwnIds) => Promise<string>
  shown: (page: Page) => ReturnType<Page['getByRole']>
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, level: 1 })
const dialog = (page: Page) => page.getByRole('dialog')

const idOf = async (row: Promise<{ id: string }>) => (await row).id

async function makeRequest(db: Database) {
  const { id: organizationId } = await makeOrganization(db)
  const { id: userId } = await makeUser(db, { organizationId })
  const facts = { organizationId, userId, additionalLicenses: 3, businessJustification: 'Three planners join us.' }
  return idOf(makeLicenseRequest(db, facts))
}

/** The pages that emails link to, with :id for an id. */
const LINKS: Record<string, LinkTarget> = {
  '/account': { role: 'customer', shown: heading('Account') },
  '/admin/billing?invoice=:id': {
    role: 'admin',
    make: async (db) => idOf(makeInvoice(db, { organizationId: await idOf(makeOrganization(db)) })),
    shown: dialog,
  },
  '/admin/files': { role: 'admin', shown: heading('File Management') },
  '/admin/organizations?view=:id': {
    role: 'admin',
    make: (db) => idOf(makeOrganization(db)),
    shown: dialog,
  },
  '/admin/overview?request=:id': { role: 'admin', make: makeRequest, shown: dialog },
  '/admin/users?role=admin': { role: 'admin', shown: heading('Users') },
  '/admin/users?search=lerato': { role: 'admin', shown: heading('Users') },
  '/admin/users?status=pending': { role: 'admin', shown: heading('Users') },
  '/billing': { role: 'org_admin', shown: heading('Billing') },
  '/billing?invoice=:id': {
    role: 'org_admin',
    make: (db, { organizationId }) => idOf(makeInvoice(db, { organizationId })),
    shown: dialog,
  },
  '/licenses': { role: 'org_admin', shown: heading('License Management') },
  '/support?open=:id': {
    role: 'agent',
    make: async (db) => (await makeForeign(db)).ticket.id,
    shown: (page) => page.getByRole('region', { name: 'Conversation' }),
  },
  '/support?ticket=:id': { role: 'customer', make: (db, own) => idOf(makeTicket(db, own)), shown: dialog },
  '/team': { role: 'org_admin', shown: heading('Team') },
  '/team?tab=webhooks': { role: 'org_admin', shown: (page) => page.getByRole('button', { name: 'New Webhook' }) },
}

test('knows every page that an email links to', async ({ page, signIn, baseURL }) => {
  await signIn({ role: 'admin' })
  const templates = await (await page.request.get('/api/admin/outbox/templates')).text()
  const found = templates.matchAll(new RegExp(`${baseURL}(/[\\w/]+(?:\\?\\w+=[\\w-]+)?)`, 'g'))
  const pages = Array.from(found, ([, path = '']) => path.replace(/[0-9a-f]{8}-[\w-]{27}/, ':id'))
  expect([...new Set(pages)].filter((path) => !path.startsWith('/auth')).toSorted()).toEqual(
    Object.keys(LINKS).toSorted(),
  )
})

for (const [link, { role, make, shown }] of Object.entries(LINKS))
  test(`from an email: a visitor of ${link} signs in and is there`, async ({ page, context, db, signIn }) => {
    const { organizationId, userId, email } = await signIn({ role })
    const path = link.replace(':id', (await make?.(db, { organizationId, userId })) ?? '')
    await context.clearCookies()
    await page.goto(path)
    await expect(page).toHaveURL(/\/auth\?next=/)
    expect(new URL(page.url()).searchParams.get('next')).toBe(path)
    await signInByForm(page, email)
    await expect(page).toHaveURL(path)
    await expect(shown(page)).toBeVisible()
  })

test('a reload, a look at the sign-up tab and the second step keep the return path', async ({
  page,
  context,
  db,
  signIn,
}) => {
  const { userId, email } = await signIn()
  const secret = await makeSecondFactor(db, userId)
  await context.clearCookies()
  await page.goto('/licenses?search=a%26b')
  await page.reload()
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByRole('tab', { name: 'Sign In' }).click()
  await signInByForm(page, email)
  await page.getByLabel('Authentication code').fill(new TOTP({ secret }).generate())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/licenses?search=a%26b')
  await expect(page.getByRole('searchbox', { name: 'Search licenses' })).toHaveValue('a&b')
})

test('an emailed password reset leads back to the page, in any browser', async ({
  page,
  context,
  browser,
  db,
  signIn,
}) => {
  const { organizationId, email } = await signIn({ role: 'org_admin' })
  const id = await idOf(makeInvoice(db, { organizationId }))
  await context.clearCookies()
  await page.goto(`/billing?invoice=${id}`)
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Reset Email' }).click()
  const link = async () => {
    const [mail] = await db.select().from(emails).where(eq(emails.to, email))
    return mail?.text.match(/\/auth\?reset=\S+/)?.[0] ?? ''
  }
  await expect.poll(link).not.toBe('')
  const other = await (await browser.newContext()).newPage()
  await other.goto(await link())
  await other.getByRole('textbox', { name: 'New password' }).fill('a brand new password')
  await other.getByRole('button', { name: 'Change Password' }).click()
  await expect(other.getByRole('dialog')).toHaveCount(0)
  await signInByForm(other, email, 'a brand new password')
  await expect(other).toHaveURL(`/billing?invoice=${id}`)
  await expect(other.getByRole('dialog')).toBeVisible()
  await other.context().close()
})

for (const next of ['//example.com', String.raw`/\example.com`, 'https://example.com/', '/auth', '/signup'])
  test(`signing in at /auth?next=${next} leads to the dashboard [R-AUTH-17]`, async ({ page, context, signIn }) => {
    const { email } = await signIn()
    await context.clearCookies()
    await page.goto(`/auth?next=${encodeURIComponent(next)}`)
    await signInByForm(page, email)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

test('the sign-in page with a return path is accessible', async ({ page }) => {
  await page.goto('/licenses')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expectAccessible(page)
})
