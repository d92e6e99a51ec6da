import type { Page } from '@playwright/test'
import { licenseRow } from '#demo/rows/licenses.ts'
import { ticketRow } from '#demo/rows/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { expect, test } from './fixtures.ts'
import { startViewing } from './start-viewing.ts'

const makeLicenses = (db: Database, organizationId: string) =>
  db.insert(licenses).values(Array.from('ABCDEFGH', (letter) => licenseRow({ organizationId, label: `PC ${letter}` })))

/** A window of 1280 × 720 pixels, zoomed to 200 %. */
test.use({ viewport: { width: 640, height: 360 } })

test('a row of a zoomed table is never under its head or its actions while it has the focus', async ({
  page,
  signIn,
}) => {
  await signIn({ role: 'admin' })
  await page.goto('/admin/users')
  const table = page.getByRole('table', { name: 'Users' })
  const links = table.locator('tbody').getByRole('link')
  await expect(links.nth(8)).toBeAttached()

  for (const key of ['Tab', 'Shift+Tab']) {
    const steps = table.getByRole('button').or(table.getByRole('link'))
    await steps.nth(key === 'Tab' ? 0 : 24).focus()
    for (let step = 0; step < 20; step++) {
      await page.keyboard.press(key)
      expect(await coverOfFocus(page)).toBe('')
    }
  }
})

test('shows the button of a ticket while it has the focus', async ({ page, signIn }) => {
  await signIn({ role: 'agent' })
  await page.goto('/support?view=all')
  const view = page.getByRole('button', { name: /^View TKT-/ }).first()
  await view.focus()
  expect((await view.boundingBox())?.width).toBeGreaterThan(20)
  expect(await coverOfFocus(page)).toBe('')
})

test('a dialog that is longer than the window shows its first button again after its last one', async ({
  page,
  signIn,
}) => {
  await signIn({ role: 'admin' })
  await page.goto('/admin/billing')
  await page.getByRole('button', { name: 'Upload Invoice', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Invoice' })
  await dialog.getByRole('button', { name: 'Upload Invoice' }).focus()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Dismiss' })).toBeFocused()
  expect(await coverOfFocus(page)).toBe('')
})

test('at a zoom of 400%, what can be done with selected rows leaves room for the list', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, userId } = await signIn()
  await makeLicenses(db, organizationId)
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('/licenses')
  await expectRoomBeside('Selected licenses', page)

  const about = `scanner${crypto.randomUUID().replaceAll(/[^a-f]/g, '')}`
  await db
    .insert(tickets)
    .values(Array.from('ABCDEFGH', (letter) => ticketRow({ organizationId, userId, title: `${letter} ${about}` })))
  await signIn({ role: 'agent' })
  await page.goto(`/support?view=all&search=${about}`)
  await expectRoomBeside('Selected tickets', page)
})

test('the banner of someone who views the portal as a customer covers no control that has the focus', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, userId } = await signIn()
  await makeLicenses(db, organizationId)
  await signIn({ role: 'admin' })
  await startViewing(page, userId)
  await page.setViewportSize({ width: 390, height: 640 })
  await page.goto('/licenses')
  const last = page.getByRole('button', { name: 'Actions for PC A' })
  await last.focus()
  for (let step = 0; step < 16; step++) {
    await page.keyboard.press('Shift+Tab')
    expect(await coverOfFocus(page)).toBe('')
  }

  await page.setViewportSize({ width: 320, height: 256 })
  await last.scrollIntoViewIfNeeded()
  await expect(page.getByRole('complementary', { name: 'View as a customer' })).not.toBeInViewport()
})

async function expectRoomBeside(bar: string, page: Page) {
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
  await boxes.first().press('Space')
  const { height } = (await page.getByRole('region', { name: bar }).boundingBox())!
  expect(height).toBeLessThan(256 / 3)
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Tab')
    expect(await coverOfFocus(page)).toBe('')
  }
  await page.getByRole('region', { name: bar }).getByRole('button', { name: 'Clear selection' }).focus()
  expect(await coverOfFocus(page)).toBe('')
}

/** Returns what is shown in place of the focused element. */
const coverOfFocus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused) return 'nothing has the focus'
    const { left, top, width, height } = focused.getBoundingClientRect()
    const shown = document.elementFromPoint(left + width / 2, top + height / 2)
    return shown && focused.contains(shown) ? '' : `${focused.outerHTML} is under ${shown?.outerHTML}`
  })
