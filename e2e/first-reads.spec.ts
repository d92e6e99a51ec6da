import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { Role } from '#contract/roles.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { FIRST_READS } from '#web/app/api/first-reads.ts'
import { expect, test } from './fixtures.ts'

const STAFF = ['/customers', '/admin/overview']
const ADMIN = ['/admin/organizations', '/admin/users', '/admin/files', '/admin/billing', '/admin/audit', '/outbox']
const COMMON = ['/', '/licenses', '/billing', '/downloads', '/support', '/account']

const screensOf: Record<Role, string[]> = {
  customer: COMMON,
  org_admin: [...COMMON, '/team'],
  agent: ['/', '/licenses', '/support', '/account', ...STAFF],
  admin: ['/', '/licenses', '/support', '/account', ...STAFF, ...ADMIN],
}

for (const [role, screens] of Object.entries(screensOf) as [Role, string[]][])
  test(`each screen of ${role} asks for its first data once, before its scripts arrive`, async ({
    page,
    signIn,
    db,
  }) => {
    test.slow()
    const [owner] = await db.select().from(users).where(eq(users.email, 'owner@acme.example'))
    const isStaff = role === 'admin' || role === 'agent'
    await signIn({ role, ...(!isStaff && { organizationId: owner!.organizationId! }) })
    for (const screen of screens) {
      const asked = readsOf(page)
      await page.goto(screen, { waitUntil: 'networkidle' })
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      const first = readsFor(screen, role)
      expect(first.length, screen).toBeGreaterThan(FIRST_READS.frame.length)
      const unused = () => page.evaluate(() => Object.keys(window.early ?? {}))
      await expect.poll(unused, { message: `${screen}: unused`, timeout: 5000 }).toEqual([])
      const reads = asked.end()
      for (const path of first)
        expect(
          reads.filter((read) => read === path),
          screen,
        ).toEqual([path])
    }
  })

for (const [role, screens] of [
  ['customer', ['/team', '/customers', '/admin/billing']],
  ['admin', ['/team']],
] as const)
  test(`the screens that ${role} may not open ask for nothing`, async ({ page, signIn }) => {
    await signIn({ role })
    for (const screen of screens) {
      const refused: string[] = []
      page.on('response', (answer) => void (answer.status() === 403 && refused.push(answer.url())))
      await page.goto(screen, { waitUntil: 'networkidle' })
      await expect(page.getByRole('main')).toContainText(/permission|your account has none/)
      expect(refused).toEqual([])
    }
  })

for (const [role, files] of [
  ['admin', ['staff-overview', 'pending-approvals', 'license-request-queue']],
  ['agent', ['staff-overview']],
] as const)
  test(`the dashboard of ${role} asks for the scripts of its parts without its own scripts`, async ({
    page,
    signIn,
  }) => {
    await signIn({ role })
    await page.route('**/assets/kit-*.js', (route) => route.abort())
    const asked = files.map((name) => page.waitForRequest(`**/assets/${name}-*.js`))
    await page.goto('/')
    await Promise.all(asked)
  })

function readsFor(screen: string, role: Role) {
  const { frame, screens } = FIRST_READS
  const { all = [], [role]: own = [] } = Object.entries(screens).find(([path]) => path === screen)?.[1] ?? {}
  return [...all, ...own, ...frame]
}

function readsOf(page: Page) {
  const reads: string[] = []
  const note = (request: { url(): string }) => {
    const { pathname, search } = new URL(request.url())
    reads.push(pathname + search)
  }
  page.on('request', note)
  return {
    end: () => {
      page.off('request', note)
      return reads
    },
  }
}
