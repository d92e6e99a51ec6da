import type { LaunchOptions, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { users } from '#server/database/schema/identity/users.ts'
import { expect, test as base } from './fixtures.ts'

/** With scroll bars that take space, as on Windows. */
const test = base.extend<object, { launchOptions: LaunchOptions }>({
  launchOptions: [
    ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
    { scope: 'worker' },
  ],
})

/** 1920 x 1080 at 150%, the default of many laptops. */
test.use({ viewport: { width: 1280, height: 720 } })

test('a customer’s tables fit a laptop', async ({ page, signIn, db }) => {
  const [owner] = await db.select().from(users).where(eq(users.email, 'owner@acme.example'))
  await signIn({ organizationId: owner!.organizationId! })
  await expectToFit(page, {
    '/': 'List of License Management',
    '/licenses': 'List of Your Licenses',
    '/billing': 'List of invoices',
    '/team': 'List of Members',
  })
})

test('an admin’s tables fit a laptop', async ({ page, signIn }) => {
  await signIn({ role: 'admin' })
  await expectToFit(page, {
    '/admin/organizations': 'Organizations',
    '/admin/users': 'Users',
    '/admin/files': 'Versions',
    '/admin/billing': 'List of organizations',
    '/admin/audit': 'List of Entries',
    '/outbox': 'Emails',
  })
})

async function expectToFit(page: Page, lists: Record<string, string>) {
  for (const [screen, name] of Object.entries(lists)) {
    await page.goto(screen)
    const list = page.getByRole('region', { name, exact: true })
    await expect(list.locator('tr[data-row]')).not.toHaveCount(0)
    const tooWide = () => list.evaluate((box) => box.scrollWidth - box.clientWidth)
    expect(await tooWide(), screen).toBe(0)
  }
  expect(await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0)
}
