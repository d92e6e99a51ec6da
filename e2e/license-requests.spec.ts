import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { makeLicenseRequest } from '#demo/rows/license-requests.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Request License Change' })
const quantity = (page: Page) => dialog(page).getByLabel('Additional licenses')
const justification = (page: Page) => dialog(page).getByLabel('Business justification')
const open = (page: Page) => page.getByRole('button', { name: 'Request License Change' }).click()
const submit = (page: Page) => dialog(page).getByRole('button', { name: 'Submit Request' }).click()
const requests = (page: Page) => page.getByRole('region', { name: 'License requests' })

test('a request is sent, confirmed and listed, and the dialog opens empty again [R-DASH-55 R-DASH-56 R-DASH-57 R-DASH-58 R-DASH-59 R-DASH-60 R-VAL-25 R-ERR-21 R-API-22]', async ({
  page,
  signIn,
}) => {
  await signIn({ role: 'customer' })
  await page.goto('/')
  await expect(requests(page)).toHaveCount(0)
  await open(page)
  await expect(quantity(page)).toHaveValue('1')
  await quantity(page).fill('a few')
  await justification(page).fill('  Ten chars. ')
  const sent = page.waitForRequest('**/api/licenses/request')
  const refreshed = page.waitForRequest('**/api/dashboard')
  await submit(page)
  expect((await sent).postDataJSON()).toEqual({ additionalLicenses: 1, businessJustification: 'Ten chars.' })
  await refreshed
  await expect(toastOf(page)).toContainText('License Request Submitted')
  await expect(toastOf(page)).toContainText('Your license request has been sent to the sales team for approval.')
  await expect(dialog(page)).toHaveCount(0)
  await expect(requests(page).getByRole('listitem')).toHaveText([/1 extra license.*Pending/])
  await open(page)
  await expect(quantity(page)).toHaveValue('1')
  await expect(justification(page)).toHaveValue('')
})

test('the price of more licenses is previewed as it would be billed', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn({ licenseLimit: 10 })
  await db.update(organizations).set({ twelveMonthCents: 1_200_000 }).where(eq(organizations.id, organizationId))
  await page.goto('/billing?request=1')
  await expect(quantity(page)).toHaveAccessibleDescription('R100.00 more per month, once sales approves.')
  await quantity(page).fill('5')
  await expect(quantity(page)).toHaveAccessibleDescription('5 × R100.00 = R500.00 more per month, once sales approves.')
  await quantity(page).fill('a few')
  await expect(quantity(page)).toHaveAccessibleDescription('')
})

test('a number with a space is the number of licenses, and the reason stays when fewer are chosen and more again', async ({
  page,
  signIn,
}) => {
  await signIn({ licenseLimit: 10 })
  await page.goto('/billing?request=1')
  await justification(page).fill('We open a branch in Durban.')
  await dialog(page).getByLabel('Fewer licenses').check()
  await expect(dialog(page).getByLabel('Reason')).toHaveValue('We open a branch in Durban.')
  await dialog(page).getByLabel('More licenses').check()
  await expect(justification(page)).toHaveValue('We open a branch in Durban.')
  await quantity(page).fill('1 200')
  const sent = page.waitForRequest('**/api/licenses/request')
  await submit(page)
  expect((await sent).postDataJSON()).toMatchObject({ additionalLicenses: 1200 })
})

test('a refused value has its error under its field [R-VAL-24 R-VAL-26]', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/')
  await open(page)
  await quantity(page).fill('0')
  await justification(page).fill('Too short')
  await page.keyboard.press('Tab')
  await submit(page)
  await expect(quantity(page)).toBeFocused()
  await expect(quantity(page)).toHaveAccessibleDescription('Must request at least 1 license')
  await expect(justification(page)).toHaveAccessibleDescription(
    /Please provide a brief justification \(at least 10 characters\)/,
  )
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('a refusal shows what the server says, or that it failed, and keeps what was typed [R-ERR-20]', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/')
  await open(page)
  await quantity(page).fill('12')
  await justification(page).fill('The new depot opens in March.')
  for (const [answer, words] of [
    [{ status: 403, json: { message: 'Organization is suspended' } }, 'Organization is suspended'],
    [{ status: 502, body: '' }, 'Failed to submit license request'],
  ] as const) {
    await page.route('**/api/licenses/request', (route) => route.fulfill(answer))
    await submit(page)
    await expect(toastOf(page)).toContainText('Request Failed')
    await expect(toastOf(page)).toContainText(words)
  }
  await expect(quantity(page)).toHaveValue('12')
})

test('earlier requests say what became of them, and why', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn()
  const facts = { organizationId, userId, decidedBy: userId, decidedAt: '2026-03-05T10:00:00Z' }
  await makeLicenseRequest(db, { ...facts, status: 'approved', additionalLicenses: 4 })
  await makeLicenseRequest(db, { ...facts, status: 'declined', additionalLicenses: 9, reason: 'Not this year.' })
  await page.goto('/')
  const rows = requests(page).getByRole('listitem')
  await expect(rows.filter({ hasText: '4 extra licenses' })).toHaveText(/Approved.*Mar 05, 2026/)
  await expect(rows.filter({ hasText: '9 extra licenses' })).toHaveText(/Declined.*Mar 05, 2026.*Not this year\./)
})

test('an administrator asks for fewer, with the price from the next period on', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn({ licenseLimit: 10 })
  await db.update(organizations).set({ twelveMonthCents: 1_200_000 }).where(eq(organizations.id, organizationId))
  await page.goto('/billing?request=1')
  await dialog(page).getByRole('radio', { name: 'Fewer licenses' }).check()
  const fewer = dialog(page).getByLabel('Licenses to give back')
  await fewer.fill('3')
  await expect(fewer).toHaveAccessibleDescription(
    /^3 × R100\.00 = R300\.00 less per month from \w{3} \d\d, \d{4}, once sales approves\.$/,
  )
  await fewer.fill('10')
  await expect(fewer).toHaveAccessibleDescription('0 licenses of 10 exist, so at most 9 can be given back.')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await fewer.fill('3')
  await dialog(page).getByLabel('Reason').fill('We closed a depot.')
  await submit(page)
  await expect(toastOf(page)).toContainText('License Request Submitted')
  await expect(requests(page).getByRole('listitem')).toHaveText([/3 fewer licenses.*Pending/])

  await signIn({ role: 'admin' })
  await page.goto('/admin/overview')
  await page
    .getByRole('button', { name: /^Approve: .*3 fewer licenses$/ })
    .first()
    .click()
  const approval = page.getByRole('dialog', { name: 'Approve License Request' })
  await expect(approval.getByRole('radio')).toHaveCount(1)
  await expect(approval).toContainText('10 → 7 seats · R1000.00 → R700.00 a month')
  await approval.getByRole('button', { name: 'Approve' }).click()
  await expect(toastOf(page)).toContainText('will have 3 fewer licenses')
})

test('a colleague who is no administrator is offered more only', async ({ page, signIn }) => {
  await signIn({ role: 'customer', licenseLimit: 10 })
  await page.goto('/')
  await open(page)
  await expect(quantity(page)).toBeVisible()
  await expect(dialog(page).getByRole('radio')).toHaveCount(0)
})
