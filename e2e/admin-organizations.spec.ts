import { readFile } from 'node:fs/promises'
import { NO_PERMISSION } from '#contract/errors.ts'
import { organizations } from '#contract/operations/organizations.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { organizationChoice, organizationList } from './choose-organization.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, unique } from './fixtures.ts'

test.beforeEach(({ signIn }) => signIn({ role: 'admin' }).then(() => undefined))

const isList = (url: URL) => url.pathname === organizations.list.url
const isNames = (url: URL) => url.pathname === organizations.names.url

test('the cards count the customers and the table describes each [R-AORG-01 R-AORG-02 R-AORG-03 R-AORG-06 R-AORG-07 R-AORG-08 R-AORG-09 R-AORG-10 R-AORG-11 R-AORG-12 R-AORG-13]', async ({
  page,
  db,
}) => {
  const name = unique('Shown Works')
  const contact = { contactEmail: 'office@shown.example', phone: '010 555 0177' }
  const { id } = await makeOrganization(db, { name, ...contact, billingType: 'annual' })
  await makeSubscription(db, { organizationId: id, licenseLimit: 17 })
  const earlier = { createdAt: '2025-03-05T10:00:00Z' }
  const others = [await makeOrganization(db, earlier), await makeOrganization(db, { ...earlier, isActive: false })]
  const ids = [id, ...others.map((organization) => organization.id)]
  // None that others are making just now.
  await page.route(isList, async (route) => {
    const response = await route.fetch()
    const rows = (await response.json()) as { id: string }[]
    await route.fulfill({ response, json: rows.filter((row) => ids.includes(row.id)) })
  })
  await page.goto('/admin/organizations')
  for (const [label, figure] of [
    ['Total Organizations', '3'],
    ['Active Organizations', '2'],
    ['New This Month', '1'],
  ] as const) {
    await expect(page.getByRole('region', { name: label }).getByText(figure, { exact: true })).toBeVisible()
  }
  const row = page.getByRole('row', { name })
  await expect(row.getByText('SW', { exact: true })).toBeVisible()
  await expect(row).toContainText(contact.contactEmail)
  await expect(row).toContainText(contact.phone)
  await expect(row).toContainText('17')
  await expect(row).toContainText('annual')
  await expect(row.getByText('Active', { exact: true })).toBeVisible()
  await expect(row.getByRole('time')).toHaveCount(2)
  await expect(row.getByRole('link', { name: `View ${name}` })).toHaveText('View')
})

test('who is inactive, or pays for nothing, shows why [R-AORG-10]', async ({ page, db }) => {
  const mark = unique('standing')
  await makeOrganization(db, { name: `${mark} one`, suspendedAt: new Date().toISOString() })
  await makeOrganization(db, { name: `${mark} two`, isActive: false })
  const { id } = await makeOrganization(db, { name: `${mark} three` })
  await makeSubscription(db, { organizationId: id, status: 'past_due' })
  await makeOrganization(db, { name: `${mark} four` })
  await page.goto(`/admin/organizations?search=${mark}`)
  await expect(page.getByRole('row', { name: 'one' })).toContainText('InactiveSuspended')
  await expect(page.getByRole('row', { name: 'two' })).toContainText('InactiveAwaiting approval')
  await expect(page.getByRole('row', { name: 'three' })).toContainText('ActivePast due')
  await expect(page.getByRole('row', { name: 'four' })).toContainText('ActiveNo subscription')
})

test('a search finds by name and by contact email, and is in the address [R-AORG-04 R-AORG-05]', async ({
  page,
  db,
}) => {
  const mark = unique('found')
  await makeOrganization(db, { name: `By name ${mark}` })
  await makeOrganization(db, { name: 'By contact', contactEmail: `${mark.replace(' ', '.')}@contact.example` })
  await page.goto('/admin/organizations')
  await page.getByRole('searchbox').fill(mark.toUpperCase())
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row', { name: `By name ${mark}` })).toBeVisible()
  await page.goto(`/admin/organizations?search=${mark.replace(' ', '.')}`)
  await expect(page.getByRole('searchbox')).toHaveValue(mark.replace(' ', '.'))
  await expect(page.getByRole('row', { name: 'By contact' })).toBeVisible()
})

test('the list is filtered by status and billing type, which a reload keeps [R-AORG-22]', async ({ page, db }) => {
  const mark = unique('filtered')
  await makeOrganization(db, { name: `${mark} monthly` })
  await makeOrganization(db, { name: `${mark} annual`, billingType: 'annual' })
  await makeOrganization(db, { name: `${mark} waiting`, billingType: 'annual', isActive: false })
  await page.goto(`/admin/organizations?search=${mark}`)
  await expect(page.getByRole('row')).toHaveCount(4)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByLabel('Status', { exact: true }).selectOption('Active')
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByLabel('Billing type').selectOption('Annual')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('active')
  await expect(page.getByRole('button', { name: /^Filter.*2 in use$/ })).toBeVisible()
  await expect(page.getByRole('row', { name: `${mark} annual` })).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filter' }).click()
  await expect(page.getByRole('row')).toHaveCount(4)
  await page.goto('/admin/organizations?search=no+such+customer&status=rubbish')
  await expect(page.getByText('No organizations found matching your search.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filter' }).click()
  await expect(page).toHaveURL(/\/admin\/organizations$/)
})

test('the billing status is the badge and a filter, and what is overdue is not green', async ({ page, db }) => {
  const mark = unique('pays')
  const [late, paid] = [
    await makeOrganization(db, { name: `${mark} late` }),
    await makeOrganization(db, { name: mark }),
  ]
  for (const { id } of [late, paid]) await makeSubscription(db, { organizationId: id })
  await makeInvoice(db, { organizationId: late.id, dueDate: '2026-01-05' })
  await page.goto(`/admin/organizations?search=${mark}&billingStatus=overdue`)
  const row = page.getByRole('row', { name: `${mark} late` })
  await expect(row).toContainText('ActiveOverdue')
  await expect(row.locator('.bg-success-bg')).toHaveCount(0)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByLabel('Billing status')).toHaveValue('overdue')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear Filter' }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
  await row.getByRole('link', { name: `${mark} late`, exact: true }).click()
  await expect(page).toHaveURL(`/customers/${late.id}`)
})

test('the export has the rows that match search and filter [R-AORG-21]', async ({ page, db }) => {
  const mark = unique('exported')
  await makeOrganization(db, { name: `${mark} annual`, billingType: 'annual' })
  await makeOrganization(db, { name: `${mark} monthly` })
  await page.goto(`/admin/organizations?search=${mark}&billingType=annual`)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export', exact: true }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv).toContain(`${mark} annual`)
  expect(csv).not.toContain(`${mark} monthly`)
})

test('beyond twenty rows there are pages, up to twenty there are none [R-AORG-19 R-AORG-20 R-CONST-23 R-CONST-24]', async ({
  page,
  db,
}) => {
  const mark = unique('paged')
  for (let number = 1; number <= 20; number += 1) await makeOrganization(db, { name: `${mark} no ${number}` })
  await page.goto(`/admin/organizations?search=${mark}`)
  await expect(page.getByRole('row')).toHaveCount(21)
  await expect(page.getByRole('button', { name: 'Next' })).toHaveCount(0)
  await makeOrganization(db, { name: `${mark} no 21` })
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(21)
  const next = page.getByRole('button', { name: 'Next' })
  await next.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(next).toBeDisabled()
  await expect(next).toBeFocused()
  await page.reload()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await page.getByRole('searchbox').fill(`${mark} no 21`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Next' })).toHaveCount(0)
})

test('the order is in the address', async ({ page, db }) => {
  const mark = unique('sorted')
  await makeOrganization(db, { name: `${mark} a` })
  await makeOrganization(db, { name: `${mark} b` })
  await page.goto(`/admin/organizations?search=${mark}`)
  await expect(page.getByRole('row').nth(1)).toContainText(`${mark} b`)
  await page.getByRole('button', { name: 'Organization', exact: true }).click()
  await expect(page.getByRole('row').nth(1)).toContainText(`${mark} a`)
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toContainText(`${mark} a`)
})

test('a list that cannot be read says so, and can be tried again [R-ERR-67]', async ({ page }) => {
  await page.route(isList, (route) => route.fulfill({ status: 503, json: { message: 'The service is busy.' } }))
  await page.goto('/admin/organizations')
  await expect(page.getByText('Failed to fetch organizations')).toBeVisible()
  await page.unroute(isList)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'Organizations' })).toBeVisible()
})

test('opens the page only for admins [R-ROLE-08]', async ({ page, signIn }) => {
  for (const role of ['agent', 'org_admin', 'customer'] as const) {
    await signIn({ role })
    await page.goto('/admin/organizations')
    await expect(page.getByText(NO_PERMISSION)).toBeVisible()
  }
})

test('the page is accessible and fits the narrowest phone', async ({ page }) => {
  await page.goto('/admin/organizations?search=mining&status=active')
  await expect(page.getByRole('table', { name: 'Organizations' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('before the first customer, the list says where customers sign up, and forms say why they have no choice', async ({
  page,
}) => {
  for (const each of [isList, isNames]) await page.route(each, (route) => route.fulfill({ json: [] }))
  await page.goto('/admin/organizations')
  await expect(page.getByText('No organizations found', { exact: true })).toBeVisible()
  await expect(page.getByText(new URL('/signup', page.url()).href)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/admin/billing')
  await page.getByRole('button', { name: 'New Invoice' }).click()
  const choice = organizationChoice(page)
  await expect(choice).toHaveText('No organizations yet')
  // The dialog is in the address.
  await page.route(isNames, (route) => route.abort())
  await page.reload()
  await expect(choice).toHaveText('Failed to load the organizations')
})

test('filters name the organizations in the order of the alphabet', async ({ page }) => {
  for (const path of ['/admin/billing', '/admin/audit']) {
    await page.goto(path)
    await organizationChoice(page).click()
    const options = organizationList(page).getByRole('option')
    await expect(options.filter({ hasText: 'Acme Mining' })).toBeVisible()
    const [all, ...labels] = await options.locator(':scope > span').allInnerTexts()
    expect(all).toBe('All organizations')
    const names = labels.map((label) => label.split('\n')[0] ?? '')
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
  }
})
