import type { LaunchOptions, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { expect, test as base, unique } from './fixtures.ts'

/** With scroll bars that take space, as on Windows. */
const test = base.extend<object, { launchOptions: LaunchOptions }>({
  launchOptions: [
    ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
    { scope: 'worker' },
  ],
})

const DEVICE = '4C4C4544-0042-3510-8054-B7C04F503432'

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

test('a name takes the width that other columns leave, and only a longer one is cut', async ({ page, signIn, db }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn({ role: 'admin' })
  const name = unique('Amandla Security')
  for (const [searched, isCut] of [
    [name, false],
    [`${name} ${'and Subsidiaries '.repeat(8).trim()}`, true],
  ] as const) {
    await makeOrganization(db, { name: searched })
    await page.goto(`/admin/organizations?search=${encodeURIComponent(searched)}`)
    const list = page.getByRole('region', { name: 'Organizations', exact: true })
    const link = list.getByRole('link', { name: searched, exact: true })
    await expect(link).toBeVisible()
    expect(await link.evaluate((text) => text.scrollWidth > text.clientWidth)).toBe(isCut)
    expect(await list.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  }
})

test('what a cell of a growing column shows stays in it on a small window', async ({ page, signIn, db }) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  const { organizationId } = await signIn()
  await makeLicense(db, { organizationId, label: 'Reception', status: 'assigned', deviceFingerprint: DEVICE })
  await page.goto('/licenses')
  const cells = page.getByRole('table', { name: 'List of Your Licenses' }).locator('td[data-grow]')
  await expect(cells.getByRole('button', { name: 'Edit UUID of Reception' })).toBeVisible()
  const sticksOut = (all: Element[]) =>
    all.flatMap((cell) => {
      const { right } = cell.getBoundingClientRect()
      return [...cell.querySelectorAll('a, button')].map((part) => part.getBoundingClientRect().right > right)
    })
  expect(await cells.evaluateAll(sticksOut)).not.toContain(true)
})

test('the head of a narrow column can wrap between its words in Firefox, too', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeLicense(db, { organizationId, label: 'Reception' })
  await page.goto('/licenses')
  const heads = page.getByRole('table', { name: 'List of Your Licenses' }).getByRole('columnheader')
  await expect(heads.filter({ hasText: 'Last Check-in' })).toHaveCount(1)
  const unwrapped = (all: Element[]) =>
    all.filter((part) => getComputedStyle(part).whiteSpace === 'nowrap').map((part) => part.textContent)
  const words = await heads.locator('span').evaluateAll(unwrapped)
  expect(words).toContain('Check-in')
  expect(words.filter((word) => word.includes(' '))).toEqual([])
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
