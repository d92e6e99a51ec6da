import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import path from 'node:path'
import type pg from 'pg'
import type { Role } from '#contract/roles.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { makeUser } from '#demo/rows/users.ts'
import { openDatabase, openPool, type Database } from '#server/database/database.ts'
import { openSession } from '#server/identity/session/sessions.ts'
import { socketUrl } from '#server/platform/embedded-postgres/address.ts'
import { watchRequests } from './settled.ts'

type Options = { role?: Role; licenseLimit?: number | null; organizationId?: string; isVerified?: boolean }
type Fixtures = {
  /** Creates an organization with one signed-in user, without the sign-in form. */
  signIn: (
    options?: Options,
  ) => Promise<{ organizationId: string; organization: string; userId: string; email: string }>
  /** Opens a browser beside the first one, in which another agent is signed in. */
  openAgent: () => Promise<{ page: Page; id: string; name: string }>
}
type WorkerFixtures = { db: Database }

export const test = base.extend<Fixtures, WorkerFixtures>({
  db: [
    // Playwright reads a fixture's dependencies from the destructuring pattern.
    async ({ browserName: _unused }, use) => {
      const pool: pg.Pool = openPool({ url: demoDatabaseUrl(), max: 3 })
      await use(openDatabase(pool))
      await pool.end()
    },
    { scope: 'worker' },
  ],

  page: async ({ page }, use) => {
    watchRequests(page)
    await use(page)
  },

  signIn: async ({ db, context, baseURL }, use) => {
    await use(async ({ role = 'org_admin', licenseLimit = 5, organizationId, isVerified = true } = {}) => {
      const staff = role === 'admin' || role === 'agent'
      const name = `Organization ${crypto.randomUUID().slice(0, 8)}`
      const own = staff ? undefined : (organizationId ?? (await makeOrganization(db, { name })).id)
      if (own && !organizationId && licenseLimit !== null)
        await makeSubscription(db, { organizationId: own, licenseLimit })
      const user = await makeUser(db, {
        role,
        emailVerifiedAt: isVerified ? new Date().toISOString() : null,
        ...(own && { organizationId: own }),
      })
      await addSession(context, baseURL, await openSession(db, { userId: user.id, ...SESSION }))
      return { organizationId: own ?? '', organization: name, userId: user.id, email: user.email }
    })
  },

  openAgent: async ({ db, browser, baseURL }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const { id, firstName, lastName } = await makeUser(db, {
        role: 'agent',
        firstName: 'Anna',
        lastName: unique('Smith'),
      })
      const context = await browser.newContext({ ...(baseURL && { baseURL }) })
      contexts.push(context)
      await addSession(context, baseURL, await openSession(db, { userId: id, ...SESSION }))
      return { page: await context.newPage(), id, name: `${firstName} ${lastName}` }
    })
    for (const context of contexts) await context.close()
  },
})
export { expect }

const SESSION = { hours: 1, ip: null, userAgent: null }

/** Chromium sends secure cookies to localhost, but refuses to set them for an http URL. */
const addSession = (context: BrowserContext, baseURL: string | undefined, value: string) =>
  context.addCookies([
    {
      name: '__Host-session',
      value,
      url: (baseURL ?? '').replace('http:', 'https:'),
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
    },
  ])

/** The embedded database listens on a socket in its folder only. */
export const demoDatabaseUrl = () => socketUrl(path.join(process.env.E2E_DATA_DIR ?? '', 'database'))

/** The rules that depend on colors. No other rule depends on the theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** Reports violations only, because describing passes takes most of the time. A new object each time, because the builder changes it. */
const inShort = (): Parameters<AxeBuilder['options']>[0] => ({ resultTypes: ['violations'] })

/** A modal dialog is checked alone: the page behind it cannot be reached. */
const DIALOG = '[role=dialog], [role=alertdialog]'
const WITHIN_REACH = `${DIALOG}, [aria-label^=Notifications]`

/** Rows of a table look alike. Checking hundreds would take axe ten seconds, so it checks a dozen. */
const FURTHER_ROWS = 'tbody tr:nth-child(n + 13)'

/** Milliseconds for a busy machine to paint the new theme and run axe. */
const SETTLING = 60_000

/** Expects that axe finds no violation in the page or its dialog, in light and dark. */
export async function expectAccessible(page: Page) {
  const part = (await page.locator(DIALOG).count()) > 0 ? WITHIN_REACH : 'html'
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.waitForFunction((scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches, colorScheme)
    await nextFrame(page)
    const look = async () => {
      const axe = new AxeBuilder({ page, ...((await hasAxe(page)) && NOTHING_TO_LOAD) })
      axe.include(part).exclude(FURTHER_ROWS).setLegacyMode().options(inShort())
      return (colorScheme === 'light' ? axe : axe.withRules(COLOR_RULES)).analyze()
    }
    await expect.poll(async () => (await look()).violations.map(inWords), { timeout: SETTLING }).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

/** Loading axe takes longer than checking a dialog, and axe stays in the document. */
const NOTHING_TO_LOAD = { axeSource: 'undefined' }

/** Pages with frames get axe each time: a frame without scripts cannot say whether it has axe. */
const hasAxe = async (page: Page) => page.frames().length === 1 && (await page.evaluate(() => 'axe' in window))

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]

const inWords = ({ id, nodes }: Violation) =>
  `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' ')}`

/** The page repaints in the new theme within two frames. */
const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))

/** Expects no horizontal scrolling at a width of 320 px. */
export async function expectNoSidewaysScroll(page: Page) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 700 })
  const sticksOut = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(sticksOut).toBe(0)
  if (size) await page.setViewportSize(size)
}

/** The visible toast. */
export const toastOf = (page: Page) => page.getByRole('region', { name: /notifications/i }).getByRole('listitem')

/** The visible toast while a dialog hides it from assistive technology. */
export const toastOver = (page: Page) =>
  page
    .getByRole('region', { name: /notifications/i, includeHidden: true })
    .getByRole('listitem', { includeHidden: true })

export const expectToastOver = (page: Page, text: string) =>
  expect(toastOver(page).filter({ hasText: text })).toBeVisible()

export const rowOf = (page: Page, name: string) => page.getByRole('row', { name })

/** The card with this title. */
export const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Makes a name that no other spec uses. */
export const unique = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
