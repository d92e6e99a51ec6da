import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

const fields = ['Organization Name', 'Contact Email', 'First Name', 'Last Name', 'Username', 'Password'] as const

const application = () => {
  const unique = randomUUID().slice(0, 8)
  return ['Karoo Pumps', `sipho-${unique}@karoo.example`, 'Sipho', 'Zulu', `sipho-${unique}`, 'nine yellow trucks']
}

async function fillAccount(page: Page, values = application()) {
  for (const [index, field] of fields.entries()) await page.getByLabel(field).fill(values[index] ?? '')
}

/** The text of the browser's next alert. */
async function nextAlert(page: Page) {
  const dialog = await page.waitForEvent('dialog')
  await dialog.accept()
  return dialog.message()
}

test('step 1 asks for six fields, and there is no way back from it [R-ROUTE-02 R-SIGNUP-01 R-SIGNUP-02 R-SIGNUP-03 R-SIGNUP-04 R-SIGNUP-05 R-SIGNUP-06 R-SIGNUP-07 R-SIGNUP-08 R-SIGNUP-22 R-SIGNUP-24]', async ({
  page,
}) => {
  await page.goto('/signup')
  await expect(page.getByRole('heading', { name: 'Organization & Account Details' })).toBeVisible()
  for (const field of fields) await expect(page.getByLabel(field)).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  // Password managers save this field as the name to sign in with.
  await expect(page.locator('[autocomplete=username]')).toHaveAccessibleName('Contact Email')
  await page.getByRole('link', { name: 'Sign in here' }).click()
  await expect(page).toHaveURL(/\/auth$/)
})

test('each field says what it needs until it is edited, and step 2 waits [R-VAL-06 R-VAL-07 R-VAL-08 R-VAL-09 R-VAL-10 R-VAL-11 R-VAL-12 R-VAL-21 R-VAL-23 R-STATE-09]', async ({
  page,
}) => {
  await page.goto('/signup')
  await fillAccount(page, ['K', 'sipho@', '', '', 'si', '1234567'])
  await page.getByRole('button', { name: 'Next' }).click()
  const needs = [
    'Organization name must be at least 2 characters',
    'Please enter a valid email address',
    'First name is required',
    'Last name is required',
    'Username must be at least 3 characters',
    'Password must be at least 8 characters',
  ]
  for (const [index, field] of fields.entries()) {
    await expect(page.getByLabel(field)).toHaveAccessibleDescription(new RegExp(needs[index] ?? ''))
  }
  await expect(page.getByRole('heading', { name: 'Terms and Conditions' })).toHaveCount(0)
  await page.getByLabel('Organization Name').fill('Ka')
  await expect(page.getByText(needs[0] ?? '')).toHaveCount(0)
  await expect(page.getByText(needs[1] ?? '')).toBeVisible()
})

test('the terms must be accepted; going back keeps what was entered [R-SIGNUP-09 R-SIGNUP-10 R-SIGNUP-11 R-SIGNUP-12 R-SIGNUP-13 R-SIGNUP-14 R-SIGNUP-15 R-SIGNUP-21 R-SIGNUP-23 R-VAL-13 R-VAL-22 R-STATE-10]', async ({
  page,
}) => {
  let sent = 0
  page.on('request', (request) => (sent += Number(request.url().endsWith('/api/register'))))
  await page.goto('/signup')
  const values = application()
  await fillAccount(page, values)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Terms and Conditions' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'The terms' }).getByRole('listitem')).toHaveText([
    /^Accurate information/,
    /^Secure credentials/,
    /^Lawful use/,
    /^Sales team review and approval/,
    /^Compliance with license limits/,
  ])
  await page.getByRole('button', { name: 'Submit Registration' }).click()
  await expect(page.getByText('You must accept the terms and conditions')).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).click()
  for (const [index, field] of fields.entries()) await expect(page.getByLabel(field)).toHaveValue(values[index] ?? '')
  expect(sent).toBe(0)
})

test('submitting shows progress, and step 3 says what happens next [R-SIGNUP-16 R-SIGNUP-17 R-SIGNUP-18 R-SIGNUP-19 R-SIGNUP-20 R-STATE-08 R-STATE-11 R-GEN-09]', async ({
  page,
}) => {
  const values = application()
  await page.goto('/signup')
  await fillAccount(page, values)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('checkbox').check()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('/api/register', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Submit Registration' }).click()
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
  release()
  await expect(page.getByRole('heading', { name: 'Registration Submitted' })).toBeVisible()
  await expect(page.getByText(/sales team will contact you by email/)).toBeVisible()
  await expect(page.getByText(`We sent an email to ${values[1]}.`)).toBeVisible()
  await expect(page.getByText('usually within one business day')).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  await page.getByRole('button', { name: 'Go to Login Page' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  expect(await page.context().cookies()).toEqual([])
})

test('a refusal is an alert with the server’s words, and step 2 stays [R-ERR-13 R-ERR-15 R-STATE-12]', async ({
  page,
}) => {
  await page.goto('/signup')
  const values = application()
  await fillAccount(page, values.with(1, 'owner@acme.example'))
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('checkbox').check()
  const said = nextAlert(page)
  await page.getByRole('button', { name: 'Submit Registration' }).click()
  expect(await said).toBe('An account with this email address already exists.')
  await expect(page.getByRole('heading', { name: 'Terms and Conditions' })).toBeVisible()
})

test('a refusal without words is still an alert [R-ERR-14]', async ({ page }) => {
  await page.route('/api/register', (route) => route.fulfill({ status: 502, body: '' }))
  await page.goto('/signup')
  await fillAccount(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('checkbox').check()
  const said = nextAlert(page)
  await page.getByRole('button', { name: 'Submit Registration' }).click()
  expect(await said).toBe('Registration failed')
})

test('the wizard is accessible and fits the narrowest phone', async ({ page }) => {
  await page.goto('/signup')
  await expect(page.getByLabel('Password')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await fillAccount(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('checkbox')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('a reload keeps everything but the password', async ({ page }) => {
  await page.goto('/signup')
  const values = application()
  await fillAccount(page, values)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Terms and Conditions' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(values[5])
  await page.reload()
  for (const [index, field] of fields.entries())
    await expect(page.getByLabel(field)).toHaveValue(field === 'Password' ? '' : (values[index] ?? ''))
})
