import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { licenseRow } from '#demo/rows/licenses.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { expect } from './fixtures.ts'
import { hold } from './held.ts'
import { startViewing } from './start-viewing.ts'
import { pane, test, text } from './two-tickets.ts'

const CUSTOMER = [
  '/',
  '/licenses',
  '/billing',
  '/downloads',
  '/support',
  '/support?tab=documentation',
  '/team',
  '/account',
]
const AGENT = ['/', '/support', '/customers', '/reports']
const ADMIN = [
  '/licenses',
  '/admin/overview',
  '/admin/organizations',
  '/admin/users',
  '/admin/files',
  '/admin/billing',
  '/admin/audit',
  '/outbox',
]

const MOST = 0.02

declare global {
  interface Window {
    layoutShifts: { value: number; moved: (string | undefined)[][] }[]
  }
}

for (const [device, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 844 },
}))
  test.describe(`on a ${device}`, () => {
    test.use({ viewport })

    test('what is on a customer’s screen stays where it is while the rest arrives', async ({ page, signIn, db }) => {
      test.slow()
      const [owner] = await db.select().from(users).where(eq(users.email, 'owner@acme.example'))
      await signIn({ organizationId: owner!.organizationId! })
      await expectNoShift(page, CUSTOMER)
    })

    test('what is on a new customer’s screen stays where it is', async ({ page, signIn }) => {
      test.slow()
      await signIn()
      await expectNoShift(page, CUSTOMER)
    })

    test('what is on the screen of a customer whose devices have stopped stays where it is', async ({
      page,
      signIn,
      db,
    }) => {
      const { organizationId } = await signIn()
      await db.insert(licenses).values(licenseRow({ organizationId, label: 'Head office' }))
      await makeInvoice(db, { organizationId, status: 'overdue', dueDate: '2026-01-31' })
      await expectNoShift(page, ['/', '/billing', '/licenses'])
      await expect(page.getByRole('link', { name: 'Go to billing' })).toBeVisible()
    })

    test('what is on an agent’s screen stays where it is', async ({ page, signIn, db }) => {
      test.slow()
      const [owner] = await db.select().from(users).where(eq(users.email, 'owner@acme.example'))
      await signIn({ role: 'agent' })
      await expectNoShift(page, [...AGENT, `/customers/${owner!.organizationId}`])
    })

    test('what is on an admin’s screen stays where it is', async ({ page, signIn }) => {
      test.slow()
      await signIn({ role: 'admin' })
      await expectNoShift(page, ADMIN)
    })
  })

test('a banner above the screen comes before the screen', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { userId } = await signIn({ isVerified: false })
  await expectNoShift(page, ['/licenses', '/team'])
  await expect(page.getByRole('complementary', { name: 'Email address not verified' })).toBeVisible()
  await signIn({ role: 'admin' })
  await startViewing(page, userId)
  await expectNoShift(page, ['/licenses', '/team'])
  await expect(page.getByRole('complementary', { name: 'View as a customer' })).toBeVisible()
})

test('a reply’s choices stay where they are while the conversation arrives and the draft is saved', async ({
  page,
  two: { one, address },
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const letGo = await hold(page, `**/api/tickets/${one.id}/messages?*`)
  await page.goto(address)
  const waits = pane(page).getByLabel('Set Waiting Response')
  await expect(waits).toBeEnabled()
  const place = await waits.boundingBox()
  letGo()
  await expect(pane(page).getByText('No messages yet.')).toBeVisible()
  expect(await waits.boundingBox()).toEqual(place)
  await text(page).fill('Please restart the printer')
  await expect(pane(page).getByText('Draft saved')).toBeVisible()
  expect(await waits.boundingBox()).toEqual(place)
})

async function expectNoShift(page: Page, screens: readonly string[]) {
  await answerOneByOne(page)
  await page.addInitScript(() => {
    if (window.layoutShifts) return
    window.layoutShifts = []
    type LayoutShift = PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[])
        if (!hadRecentInput)
          window.layoutShifts.push({
            value,
            moved: sources.map(({ node, previousRect, currentRect }) => {
              const places = [previousRect, currentRect].map(({ x, y, width, height }) =>
                [x, y, width, height].join(' '),
              )
              return [node?.textContent?.slice(0, 40), ...places]
            }),
          })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const screen of screens) {
    await page.goto(screen, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    const shifts = await page.evaluate(() => window.layoutShifts)
    const total = shifts.reduce((sum, { value }) => sum + value, 0)
    expect(total, `${screen} ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(MOST)
  }
}

/** Lets every answer of the API arrive alone, so that each that moves something is noticed. */
async function answerOneByOne(page: Page) {
  let previous = Promise.resolve()
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch()
    const shown = previous.then(() => nextFrame(page))
    previous = shown
    await shown
    await route.fulfill({ response })
  })
}

/** A frame begins with its callbacks, so the first one is painted when the second one begins. */
const nextFrame = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
