import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { TRIAL_CANNOT_CHANGE } from '#contract/billing/subscriptions.ts'
import { LONGEST_TRIAL, NOT_A_TRIAL, TRIAL_RANGE, USUAL_TRIAL } from '#contract/billing/trials.ts'
import { TRIAL_CANNOT_WAIT } from '#contract/licensing/license-requests.ts'
import { businessDay, formatDate, formatLongDate, instantIn, plusDays } from '#contract/dates.ts'
import type { Database } from '#server/database/database.ts'
import { makeLicenseRequest } from '#demo/rows/license-requests.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { makeUser } from '#demo/rows/users.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import {
  card,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectToastOver,
  rowOf,
  test,
  unique,
} from './fixtures.ts'
import { address, menuOf } from './organizations.ts'

const ZONE = 'Africa/Johannesburg'

const inDays = (days: number) => plusDays(businessDay(new Date(), ZONE), days)

/** Its last day is in `days` days. */
const makeTrial = (db: Database, organizationId: string, days: number) =>
  makeSubscription(db, {
    organizationId,
    status: 'canceled',
    isTrial: true,
    canceledAt: new Date().toISOString(),
    currentPeriodEnd: instantIn(`${inDays(days + 1)}T00:00`, ZONE),
    monthlyCents: 0,
  })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('an admin starts a trial, changes it and converts it to a subscription', async ({ page, db, signIn }) => {
  await signIn({ role: 'admin' })
  const { id: organizationId, name } = await makeOrganization(db, { name: unique('Trying') })
  const { email } = await makeUser(db, { organizationId, role: 'org_admin' })
  await page.goto(address(organizationId, 'subscription'))
  await expect(button(page, 'Create Subscription')).toBeVisible()
  await button(page, 'Start Trial').click()

  const starting = page.getByRole('dialog', { name: 'Start Trial' })
  await expect(starting).toContainText('Nothing is billed. Its administrators get an email.')
  await expect(starting.getByLabel('Last Day')).toHaveValue(inDays(USUAL_TRIAL))
  await expectAccessible(page)
  await starting.getByLabel('Number of Licenses').fill('3')
  await starting.getByLabel('Features (optional)').fill('cad-export')
  for (const day of [inDays(0), inDays(LONGEST_TRIAL + 1)]) {
    await starting.getByLabel('Last Day').fill(day)
    await starting.getByRole('button', { name: 'Start Trial' }).click()
    await expect(starting).toContainText(TRIAL_RANGE)
  }
  await starting.getByLabel('Last Day').fill(inDays(20))
  await starting.getByRole('button', { name: 'Start Trial' }).click()
  await expectToastOver(page, `${name} has 3 licenses until ${formatDate(inDays(20))}.`)

  const facts = page.getByRole('region', { name: 'Current Subscription' })
  for (const fact of ['Trial', 'Free', '0 of 3 used', formatDate(inDays(20)), 'cad-export'])
    await expect(facts).toContainText(fact)
  await expect(facts).not.toContainText(/R0\.00|Billed|Canceled/)
  await expect(page.getByText(TRIAL_CANNOT_CHANGE)).toHaveCount(0)
  await expect(facts.getByRole('button')).toHaveText(['Convert Trial', 'Change Trial'])
  await expect(button(page, 'Change Trial')).toBeFocused()
  await expectAccessible(page)

  const sent: unknown[] = []
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.postDataJSON()))
  await button(page, 'Change Trial').click()
  const changing = page.getByRole('dialog', { name: 'Change Trial' })
  await expect(changing.getByLabel('Number of Licenses')).toHaveValue('3')
  await changing.getByLabel('Last Day').fill(inDays(30))
  await changing.getByRole('button', { name: 'Save' }).click()
  await expectToastOver(page, `${name} has 3 licenses until ${formatDate(inDays(30))}.`)
  expect(sent).toEqual([{ endsOn: inDays(30), seatsFrom: 3 }])

  await button(page, 'Convert Trial').click()
  const converting = page.getByRole('dialog', { name: 'Convert Trial' })
  await expect(converting).toContainText(`The first period begins on ${formatLongDate(inDays(31))}`)
  await expect(converting.getByLabel('Number of Licenses')).toHaveValue('3')
  await expect(converting.getByLabel('Features (optional)')).toHaveValue('cad-export')
  await converting.getByLabel('Price per License').fill('100')
  await converting.getByLabel('Number of Licenses').fill('4')
  const invoice = converting.getByRole('region', { name: 'Next invoice' })
  await expect(invoice.getByLabel('Lines')).toContainText('R400.00')
  await expect(invoice).toContainText(`Emails “Trial converted” to ${email}.`)
  await expectAccessible(page)
  await converting.getByRole('button', { name: 'Convert Trial' }).click()
  await expectToastOver(page, `${name} has 4 licenses for R400.00 a month.`)
  await expect(facts).toContainText('Active')
  await expect(facts).toContainText('R400.00 per month')
  await expect(facts).toContainText('cad-export')
  await expect(button(page, 'Change Subscription')).toBeFocused()
  await expect(card(page, 'Next Invoice')).toContainText('R400.00')
})

test('someone who converts a trial that a colleague has converted learns that it is none', async ({
  page,
  db,
  signIn,
}) => {
  await signIn({ role: 'admin' })
  const { id: organizationId } = await makeOrganization(db, { name: unique('Converted') })
  await makeTrial(db, organizationId, 5)
  await page.goto(address(organizationId, 'subscription'))
  await button(page, 'Convert Trial').click()
  const dialog = page.getByRole('dialog', { name: 'Convert Trial' })
  await dialog.getByLabel('Price per License').fill('10')
  await db
    .update(subscriptions)
    .set({ isTrial: false, status: 'active' })
    .where(eq(subscriptions.organizationId, organizationId))
  await dialog.getByRole('button', { name: 'Convert Trial' }).click()
  await expectToastOver(page, NOT_A_TRIAL)
  await expect(dialog.getByLabel('Price per License')).toHaveValue('10')
})

test('the row menu offers what is possible with and without a trial', async ({ page, db, signIn }) => {
  await signIn({ role: 'admin' })
  const names = { none: unique('Without'), trial: unique('With') }
  await makeOrganization(db, { name: names.none })
  const { id } = await makeOrganization(db, { name: names.trial })
  await makeTrial(db, id, 5)
  for (const [name, items] of [
    [names.none, ['Edit', 'Create Subscription', 'Start Trial', 'Suspend']],
    [names.trial, ['Edit', 'Convert Trial', 'Change Trial', 'Suspend']],
  ] as const) {
    await page.goto(`/admin/organizations?search=${name}`)
    await menuOf(page, name).click()
    await expect(page.getByRole('menuitem')).toHaveText([...items])
    await page.keyboard.press('Escape')
  }
  await expect(rowOf(page, names.trial)).toContainText('Trial')
  await page.goto(`/customers/${id}`)
  await expect(page.getByRole('main')).toContainText(formatDate(inDays(5)))
  await expect(page.getByRole('main')).not.toContainText('Billed')
  await page.goto(`/admin/billing?organization=${names.trial}`)
  const row = page.getByRole('table', { name: 'List of organizations' }).getByRole('row', { name: names.trial })
  await expect(row).toContainText('Free trial')
  await expect(row.getByRole('button')).toHaveText(['Upload Invoice'])
})

test('the customer sees when the trial ends, and asks to continue', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn({ licenseLimit: null })
  await makeTrial(db, organizationId, 10)
  const sentence = `Your trial ends on ${formatLongDate(inDays(10))}. After that day your devices stop.`

  await page.goto('/')
  await expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible()
  await expect(card(page, 'Subscription')).toContainText('Trial')
  await expect(card(page, 'Subscription')).toContainText('Ends in 11 days')
  const plan = card(page, 'Current Plan')
  for (const fact of ['Trial', 'Free', formatDate(inDays(10))]) await expect(plan).toContainText(fact)
  await expect(plan).not.toContainText('R0.00')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.goto('/billing')
  await expect(page.getByText(sentence)).toBeVisible()
  const facts = card(page, 'Current Subscription')
  for (const fact of ['Trial', 'PriceFree', 'Next billing dateNone', 'Days until it ends11 days'])
    await expect(facts).toContainText(fact)
  await expect(facts).not.toContainText(/R0\.00|Monthly|Canceled/)
  await expect(facts.getByRole('button')).toHaveText(['Request License Change'])
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('link', { name: 'Ask to continue' }).click()
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Continue after our trial')
})

test('a request for more licenses in a trial is approved for now, one for fewer leads to the trial', async ({
  page,
  db,
  signIn,
}) => {
  await signIn({ role: 'admin' })
  const { id: organizationId } = await makeOrganization(db, { name: unique('Growing') })
  await makeTrial(db, organizationId, 10)
  const { id: userId } = await makeUser(db, { organizationId })
  const [more, fewer] = [
    await makeLicenseRequest(db, { organizationId, userId, additionalLicenses: 2 }),
    await makeLicenseRequest(db, { organizationId, userId, additionalLicenses: -1 }),
  ]
  const dialog = page.getByRole('dialog', { name: 'Approve License Request' })
  await page.goto(`/admin/overview?request=${fewer.id}&decision=approve`)
  await expect(dialog.getByRole('alert')).toContainText(TRIAL_CANNOT_WAIT)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('link', { name: 'Open Trial' }).click()
  await expect(button(page, 'Change Trial')).toBeVisible()

  await page.goto(`/admin/overview?request=${more.id}&decision=approve`)
  await expect(dialog.getByRole('radio')).toHaveCount(1)
  await expect(dialog).toContainText('10 → 12 seats · free of charge')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog).toHaveCount(0)
  await page.goto(address(organizationId, 'subscription'))
  await expect(page.getByRole('region', { name: 'Current Subscription' })).toContainText('0 of 12 used')
})
