import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeMessage, makeTicket } from '#demo/rows/tickets.ts'
import { card, expect, test } from './fixtures.ts'

test('prints all rows of a long list, with all their columns', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn({ licenseLimit: 100 })
  for (let place = 1; place <= 70; place++) await makeLicense(db, { organizationId, label: `Computer ${place}` })
  await page.goto('/licenses')
  const table = page.getByRole('table', { name: 'List of Your Licenses' })
  await expect(card(page, 'Your Licenses')).toContainText('70 licenses')
  await expect(table.locator('tr[data-row]')).not.toHaveCount(0)
  expect(await table.locator('tr[data-row]').count()).toBeLessThan(70)

  await page.emulateMedia({ media: 'print' })
  await expect(table.locator('tr[data-row]')).toHaveCount(70)
  const box = page.locator('[data-scroll-box]').first()
  await expect(box).toHaveCSS('overflow', 'visible')
  expect((await box.boundingBox())?.height).toBeGreaterThan(70 * 40)
  await expect(table.locator('thead th').last()).toHaveCSS('position', 'static')
})

test('prints all rows and begins on the first page in Firefox, too', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn({ licenseLimit: 100 })
  for (let place = 1; place <= 70; place++) await makeLicense(db, { organizationId, label: `Computer ${place}` })
  await page.goto('/licenses')
  const rows = page.getByRole('table', { name: 'List of Your Licenses' }).locator('tr[data-row]')
  await expect(rows).not.toHaveCount(0)
  const countAt = (name: string) =>
    rows.evaluateAll(([first], event) => {
      window.dispatchEvent(new Event(event))
      return first!.parentElement!.querySelectorAll('tr[data-row]').length
    }, name)
  expect(await countAt('beforeprint')).toBe(70)
  expect(await countAt('afterprint')).toBeLessThan(70)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main :has(> div > div > h1)')).toHaveCSS('display', 'block')
})

test('prints the whole of a text that the screen cuts', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const label = 'Reception '.repeat(10).trim()
  await makeLicense(db, { organizationId, label })
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto('/licenses')
  const name = page.getByRole('link', { name: label })
  const isCut = async () => name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  await expect(name).toBeVisible()
  expect(await isCut()).toBe(true)
  await page.emulateMedia({ media: 'print' })
  expect(await isCut()).toBe(false)
})

test('prints an open invoice alone and whole', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeInvoice(db, { organizationId, status: 'pending' })
  await page.setViewportSize({ width: 800, height: 300 })
  await page.goto('/billing')
  await page.getByRole('table', { name: 'List of invoices' }).getByRole('link', { name: /INV/ }).first().click()
  const invoice = page.getByRole('dialog', { name: /Invoice INV/ })
  await expect(invoice.getByText('Download PDF')).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main')).toBeHidden()
  await expect(invoice).toBeVisible()
  const isWhole = await invoice.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)
  expect(isWhole).toBe(true)
  await expect(invoice).toHaveCSS('position', 'static')
})

test('prints a statement from the first page on, and no row on two pages, in Firefox, too', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  await makeInvoice(db, { organizationId, status: 'pending' })
  await page.goto('/billing?statement=this-year')
  const rows = page.getByRole('dialog', { name: 'Statement of account' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await page.emulateMedia({ media: 'print' })
  await expect(rows.last()).toHaveCSS('break-inside', 'avoid')
  const displays = await rows.last().evaluate((row) => {
    const found: string[] = []
    for (let around = row.closest('table')?.parentElement; around; around = around.parentElement)
      found.push(getComputedStyle(around).display)
    return found
  })
  expect(new Set(displays)).toEqual(new Set(['block']))
})

test('prints a ticket of the inbox whole', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn()
  const ticket = await makeTicket(db, { organizationId, userId })
  for (let place = 1; place <= 12; place++)
    await makeMessage(db, ticket, { message: `Message ${place}\n\nwith\n\nfour\n\nparagraphs` })
  await signIn({ role: 'agent' })
  await page.goto(`/support?open=${ticket.id}`)
  const pane = page.getByRole('region', { name: 'Ticket', exact: true })
  const last = pane.getByText('Message 12')
  await expect(last).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  await expect(pane).toHaveCSS('position', 'static')
  const ends = async (part: typeof pane) => part.evaluate((element) => element.getBoundingClientRect().bottom)
  expect(await ends(last)).toBeLessThan(await ends(pane))
  const reply = pane.getByRole('textbox', { name: 'Reply to customer' })
  expect(await ends(last)).toBeLessThan(await ends(reply))
})

test('prints the colors of the light theme, also from the dark one', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/licenses')
  const heading = page.getByRole('heading', { level: 1 })
  const color = (element: HTMLElement | SVGElement) => window.getComputedStyle(element).color
  const light = await heading.evaluate(color)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => heading.evaluate(color)).not.toBe(light)

  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await expect(heading).toHaveCSS('color', light)
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(249, 250, 252)')
})
