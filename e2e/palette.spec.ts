import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { fullName } from '#contract/identity/session.ts'
import { makeDocument } from '#demo/rows/documents.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeActiveLicense } from '#demo/rows/licenses.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or go to' })
const field = (page: Page) => palette(page).getByRole('combobox')
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })
const opener = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Search or go to…' })

async function open(page: Page, path = '/licenses') {
  await page.goto(path)
  await opener(page).click()
  await expect(field(page)).toBeFocused()
}

const newMark = () => `mark${crypto.randomUUID().slice(0, 8)}`

test('Ctrl K opens and closes it anywhere, also while typing, and gives the focus back', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/licenses')
  const search = page.getByRole('searchbox', { name: 'Search licenses' })
  await search.focus()
  await page.keyboard.press('Meta+k')
  await page.keyboard.press('Control+Shift+k')
  await expect(palette(page)).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toHaveCount(0)
  await expect(search).toBeFocused()
  await expect(opener(page)).toContainText('Ctrl K')
})

test.describe('on a Mac', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0.0.0' })

  test('⌘ K opens it and Ctrl K is left alone', async ({ page, signIn }) => {
    await signIn()
    await page.goto('/licenses')
    await expect(opener(page)).toContainText('⌘ K')
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toHaveCount(0)
    await page.keyboard.press('Meta+k')
    await expect(field(page)).toBeFocused()
  })
})

test('the keyboard finds and opens a license, invoice, ticket or document', async ({ page, context, signIn, db }) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const mark = newMark()
  const license = await makeActiveLicense(db, { organizationId, label: `Shaft ${mark}`, deviceName: 'SHAFT-02' })
  const invoice = await makeInvoice(db, { organizationId, invoiceNumber: `INV-${mark}`, amountCents: 123_450 })
  const ticket = await makeTicket(db, { organizationId, userId, title: `Help ${mark}`, status: 'in_progress' })
  const article = await makeDocument(db, { title: `Article ${mark}`, type: 'faq' })
  await makeDocument(db, { title: `Draft ${mark}`, published: false })
  await open(page)
  await page.keyboard.type(mark)
  await expect(palette(page).getByRole('status')).toHaveText('4 results')
  await expect(palette(page).getByRole('option')).toHaveText([
    `Shaft ${mark}SHAFT-02 · ${license.licenseKey.slice(0, 8)}…`,
    `INV-${mark}R1234.50 · issued`,
    /^Help .*TKT-\d{4}-\d{6} · in progress$/,
    `Article ${mark}faq`,
  ])
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/licenses?license=${license.id}`)

  const chosen: [downs: number, url: string][] = [
    [2, `/support?ticket=${ticket.id}`],
    [3, `/support?tab=documentation&document=${article.id}`],
  ]
  for (const [downs, url] of chosen) {
    await open(page)
    await page.keyboard.type(mark)
    await expect(palette(page).getByRole('option')).toHaveCount(4)
    for (let step = 0; step < downs; step += 1) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(url)
  }

  await open(page)
  await page.keyboard.type(mark)
  await expect(palette(page).getByRole('option')).toHaveCount(4)
  const asked = context.waitForEvent('request', (request) => request.url().endsWith(`${invoice.id}/download`))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await asked
  await expect(page).toHaveURL('/licenses')
})

test('an admin sees the organization of each result', async ({ page, signIn, db }) => {
  const { organizationId, organization } = await signIn()
  const mark = newMark()
  await makeActiveLicense(db, { organizationId, label: mark })
  await signIn({ role: 'admin' })
  await open(page)
  await field(page).fill(mark)
  await expect(option(page, mark)).toContainText(organization)
})

test('an agent opens a customer and one of its people', async ({ page, signIn, db }) => {
  const { organizationId, organization, email } = await signIn()
  const [person] = await db.select().from(users).where(eq(users.email, email))
  await signIn({ role: 'agent' })
  await open(page)
  await field(page).fill(organization)
  await option(page, organization).first().click()
  await expect(page).toHaveURL(`/customers/${organizationId}`)
  await expect(page.getByRole('heading', { name: organization })).toBeVisible()
  await open(page)
  await field(page).fill(email)
  await option(page, fullName(person!)).click()
  await expect(page).toHaveURL(`/customers/${organizationId}?tab=people&search=${encodeURIComponent(email)}`)
  await expect(page.getByRole('table', { name: 'List of People' })).toContainText(email)
})

test('says that a kind may have more than the five results shown', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const mark = newMark()
  for (const place of [1, 2, 3, 4, 5, 6]) await makeActiveLicense(db, { organizationId, label: `${mark} ${place}` })
  await open(page)
  await field(page).fill(mark)
  await expect(palette(page).getByRole('status')).toHaveText(
    '5 results, at most 5 of each kind. Type more to find others.',
  )
  await expect(option(page, `${mark} 6`)).toBeVisible()
})

test('the last query wins, even if an earlier answer arrives later', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const [first, last] = [newMark(), newMark()]
  await makeActiveLicense(db, { organizationId, label: `First ${first}` })
  await makeActiveLicense(db, { organizationId, label: `Last ${last}` })
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(`**/api/search?q=${first}`, async (route) => {
    await held
    await route.continue()
  })
  await open(page)
  const asked = page.waitForRequest(`**/api/search?q=${first}`)
  await field(page).fill(first)
  await asked
  await expect(palette(page).getByRole('status')).toHaveText('Searching…')
  await field(page).fill(last)
  await expect(option(page, `Last ${last}`)).toBeVisible()
  const late = page.waitForResponse(`**/api/search?q=${first}`)
  letGo()
  await (await late).finished()
  await expect(palette(page).getByRole('option')).toHaveText([/^Last/])
})

test('the palette says that there are no results, or that the search failed', async ({ page, signIn }) => {
  await signIn()
  await open(page)
  const mark = newMark()
  await field(page).fill(mark)
  await expect(palette(page).getByRole('status')).toHaveText(`No results for “${mark}”.`)
  await expectAccessible(page)
  const search = '**/api/search?**'
  await page.route(search, (route) => route.fulfill({ status: 503, body: '' }))
  await field(page).fill('licenses')
  await expect(palette(page).getByRole('alert')).toContainText('Search failed.')
  await expect(option(page, 'Licenses')).toBeVisible()
  await page.unroute(search)
  await palette(page).getByRole('button', { name: 'Try again' }).click()
  await expect(palette(page).getByRole('alert')).toHaveCount(0)
})

test('the palette offers only screens and actions that the user may use', async ({ page, signIn }) => {
  await signIn({ role: 'customer' })
  await open(page)
  await expect(option(page, 'Dashboard')).toBeVisible()
  await expect(option(page, 'Create License')).toHaveCount(0)
  await expect(option(page, 'Organizations')).toHaveCount(0)
  await signIn({ role: 'admin' })
  await open(page)
  await field(page).fill('organ admin')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/organizations')
})

test('actions open a dialog that returns the focus, change the theme, open the documentation and log out', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.emulateMedia({ colorScheme: 'light' })
  const act = async (name: string) => {
    await field(page).fill(name)
    await page.keyboard.press('Enter')
    await expect(palette(page)).toHaveCount(0)
  }
  await open(page)
  await act('create license')
  await expect(page.getByRole('dialog', { name: 'Create License' }).getByRole('textbox').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await act('keyboard')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await act('dark')
  await expect(page.locator('html')).toHaveClass(/dark/)
  await opener(page).click()
  await act('documentation')
  await expect(page).toHaveURL('/support?tab=documentation')
  await opener(page).click()
  await act('log out')
  await expect(page).toHaveURL('/auth')
})

test('the top bar opens the palette on a phone', async ({ page, signIn }) => {
  await signIn()
  await page.setViewportSize({ width: 320, height: 700 })
  await open(page)
  await expectNoSidewaysScroll(page)
  await option(page, 'Billing').click()
  await expect(page).toHaveURL('/billing')
  await expectNoSidewaysScroll(page)
})

test('the palette remembers what was opened from it until the user signs out', async ({ page, signIn, db }) => {
  const mark = crypto.randomUUID().slice(0, 8)
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const ticket = await makeTicket(db, { organizationId, userId, title: `Help ${mark}` })
  await open(page)
  await expect(palette(page).getByText('Recent')).toHaveCount(0)
  await page.keyboard.type(mark)
  await option(page, `Help ${mark}`).click()
  await expect(page).toHaveURL(`/support?ticket=${ticket.id}`)
  await open(page)
  await expect(palette(page).getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([/^Help /])
  await expectAccessible(page)
  await option(page, 'Log out').click()
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
})
