import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import path from 'node:path'
import type pg from 'pg'
import type { Role } from '#contract/roles.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { makeUser } from '#demo/rows/users.ts'
import { openDatabase, openPool, type Database } from '#server/database/database.ts'
import { openSession } from '#server/identity/session/sessions.ts'

type Options = { role?: Role; licenseLimit?: number | null; organizationId?: string }
type Fixtures = {
  /** Makes an organization with one signed-in user, without typing a password. */
  signIn: (
    options?: Options,
  ) => Promise<{ organizationId: string; organization: string; userId: string; email: string }>
}
type WorkerFixtures = { db: Database }

/** Everybody sees these; a spec starts from them. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  db: [
    // Playwright reads a fixture's needs from this pattern.
    async ({ browserName: _unused }, use) => {
      const pool: pg.Pool = openPool({ url: demoDatabaseUrl(), max: 3 })
      await use(openDatabase(pool))
      await pool.end()
    },
    { scope: 'worker' },
  ],

  signIn: async ({ db, context, baseURL }, use) => {
    await use(async ({ role = 'org_admin', licenseLimit = 5, organizationId } = {}) => {
      const staff = role === 'admin' || role === 'agent'
      const name = `Organization ${crypto.randomUUID().slice(0, 8)}`
      const own = staff ? undefined : (organizationId ?? (await makeOrganization(db, { name })).id)
      if (own && !organizationId && licenseLimit !== null)
        await makeSubscription(db, { organizationId: own, licenseLimit })
      const user = await makeUser(db, { role, ...(own && { organizationId: own }) })
      const token = await openSession(db, { userId: user.id, hours: 1, ip: null, userAgent: null })
      // Chromium sends secure cookies to its own machine, but lets nobody put them there for http.
      const url = (baseURL ?? '').replace('http:', 'https:')
      await context.addCookies([
        { name: '__Host-session', value: token, url, httpOnly: true, secure: true, sameSite: 'Lax' },
      ])
      return { organizationId: own ?? '', organization: name, userId: user.id, email: user.email }
    })
  },
})
export { expect }

/** The embedded database listens in its folder only, so whoever may read the folder may look in. */
export const demoDatabaseUrl = () =>
  `postgres://portal@localhost/postgres?host=${encodeURIComponent(path.join(process.env.E2E_DATA_DIR ?? '', 'database'))}`

/** All that axe judges by color. Nothing else it looks at changes with the theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Only what is wrong is told: most of the time would go into describing what is right. No frame here is of another origin.
 * New each time, because the builder writes into it.
 */
const inShort = (): Parameters<AxeBuilder['options']>[0] => ({ resultTypes: ['violations'] })

/** Above a page that is out of reach meanwhile, and looked at without it. */
const DIALOG = '[role=dialog], [role=alertdialog]'
const WITHIN_REACH = `${DIALOG}, [aria-label^=Notifications]`

/** The rows of a table are drawn alike: a dozen stand for hundreds, which axe would look at for ten seconds. */
const FURTHER_ROWS = 'tbody tr:nth-child(n + 13)'

/** Milliseconds that a busy machine may take to draw a page in its new colors, and axe to look at it until then. */
const SETTLING = 60_000

/** axe finds nothing on what is on screen and within reach, in light and in dark, once the page has settled in it. */
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

/** axe stays in the document that it was loaded into, and takes longer to load than to look at a dialog. */
const NOTHING_TO_LOAD = { axeSource: 'undefined' }

/** A page with frames is given axe each time: a frame that runs no scripts could not answer whether it has it. */
const hasAxe = async (page: Page) => page.frames().length === 1 && (await page.evaluate(() => 'axe' in window))

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]

const inWords = ({ id, nodes }: Violation) =>
  `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' ')}`

/** The page hears of a changed theme before its next frame, and is drawn in it then. */
const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))

/** Nothing sticks out of the narrowest phone. */
export async function expectNoSidewaysScroll(page: Page) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 700 })
  const sticksOut = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(sticksOut).toBe(0)
  if (size) await page.setViewportSize(size)
}

/** The toast that is on screen. */
export const toastOf = (page: Page) => page.getByRole('region', { name: /notifications/i }).getByRole('listitem')

/** A dialog hides everything else from assistive technology: its toast is found by looking at the screen. */
export const toastOver = (page: Page) =>
  page
    .getByRole('region', { name: /notifications/i, includeHidden: true })
    .getByRole('listitem', { includeHidden: true })

/** The part of a page with this title. */
export const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** A name that no other spec has. */
export const unique = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
