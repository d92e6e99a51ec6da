import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { licenseRow, makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, rowOf, test, toastOf, toastOver } from './fixtures.ts'
import { loseAnswer } from './lose-answer.ts'
import { settled } from './settled.ts'

const rows = (page: Page) => page.locator('tr[data-row]')
const box = (page: Page, label: string) => page.getByRole('checkbox', { name: `Select ${label}`, exact: true })
const bar = (page: Page) => page.getByRole('region', { name: 'Selected licenses' })
const question = (page: Page) => page.getByRole('alertdialog')

test('chosen licenses are revoked together, and those that cannot be are counted', async ({ page, signIn, db }) => {
  test.slow()
  const { organizationId } = await signIn({ role: 'customer' })
  for (const label of ['PC 1', 'PC 2']) await makeActiveLicense(db, { organizationId, label })
  await makeLicense(db, { organizationId, label: 'PC 3' })
  await page.goto('/licenses?sort=label')
  await box(page, 'PC 1').check()
  await box(page, 'PC 3').click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('3 selected')
  await expect(box(page, 'all')).toBeChecked()
  await box(page, 'PC 3').uncheck()
  expect(await box(page, 'all').evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true)
  await box(page, 'all').click()
  await expect(bar(page).getByRole('button', { name: /Restore|Delete/ })).toHaveCount(0)
  await bar(page).getByRole('button', { name: 'Revoke 2' }).click()
  await expect(question(page)).toHaveAccessibleName('Revoke 2 licenses?')
  await expect(question(page)).toHaveAccessibleDescription(
    /^2 of 3 can be revoked; 1 is not active\. Their devices stop/,
  )
  await expectAccessible(page)
  await question(page).getByRole('button', { name: 'Revoke' }).click()
  await expect(toastOf(page)).toContainText('2 licenses revoked')
  await expect(bar(page)).toHaveCount(0)
  await expect(rowOf(page, 'PC 2')).toContainText('Revoked')
  await expect(rowOf(page, 'PC 3')).toContainText('Unassigned')
})

test('a click beside the box of a license selects it and does not open it', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeActiveLicense(db, { organizationId, label: 'PC 1' })
  await page.goto('/licenses')
  for (const [width, beside] of [
    [1280, 5],
    [390, 11],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    const { x, y, width: size } = (await box(page, 'PC 1').boundingBox())!
    await page.mouse.click(x + size + beside, y + size / 2)
    await expect(bar(page)).toContainText('1 selected')
    await page.mouse.click(x - 15, y + size + beside)
    await expect(bar(page)).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('the question names the same licenses until it closes', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  for (const label of ['PC 1', 'PC 2']) await makeActiveLicense(db, { organizationId, label })
  await page.goto('/licenses?status=active')
  await box(page, 'all').check()
  await bar(page).getByRole('button', { name: 'Revoke 2' }).click()
  const namesOf = (heading: HTMLElement) => {
    const names = new Set([heading.textContent])
    const note = () => names.add(heading.textContent)
    new MutationObserver(note).observe(heading, { characterData: true, childList: true, subtree: true })
    return names
  }
  const names = await question(page).getByRole('heading').evaluateHandle(namesOf)
  await question(page).getByRole('button', { name: 'Revoke' }).click()
  await expect(toastOf(page)).toContainText('2 licenses revoked')
  await expect(question(page)).toHaveCount(0)
  expect(await names.evaluate((seen) => [...seen])).toEqual(['Revoke 2 licenses?'])
})

test('an organization’s admin deletes unassigned licenses, and sees which ones changed', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn({ licenseLimit: 5 })
  const free = await makeLicense(db, { organizationId, label: 'Free' })
  await makeLicense(db, { organizationId, label: 'Also free' })
  await page.goto('/licenses')
  await box(page, 'all').check()
  await page.request.patch(`/api/licenses/${free.id}`, { data: { deviceFingerprint: 'PC-1' } })
  await bar(page).getByRole('button', { name: 'Delete 2' }).click()
  await expect(question(page)).toHaveAccessibleDescription('This action cannot be undone.')
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page)).toContainText('1 license deleted')
  await expect(toastOf(page)).toContainText('1 license not changed: Only unassigned licenses can be deleted.')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'License Usage' })).toContainText('1 of 5')
  await expect(page.getByText('1 license', { exact: true })).toBeVisible()
})

test('licenses that someone else has revoked before are shown as revoked', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const made = []
  for (const label of ['PC 1', 'PC 2', 'PC 3']) made.push(await makeActiveLicense(db, { organizationId, label }))
  const [one, two] = made.map(({ id }) => id)
  const data = (id: string | undefined) => ({ data: { action: 'revoke', ids: [id] } })
  await page.goto('/licenses?sort=label')
  for (const label of ['PC 1', 'PC 2']) await box(page, label).check()
  await page.request.post('/api/licenses/bulk', data(one))
  await bar(page).getByRole('button', { name: 'Revoke 2' }).click()
  await question(page).getByRole('button', { name: 'Revoke' }).click()
  await expect(toastOf(page)).toContainText('1 license not changed')
  await expect(rowOf(page, 'PC 1')).toContainText('Revoked')
  await expect(rowOf(page, 'PC 2')).toContainText('Revoked')
  await page.request.post('/api/licenses/bulk', { data: { action: 'restore', ids: [two] } })
  await box(page, 'PC 3').check()
  await bar(page).getByRole('button', { name: 'Revoke 1' }).click()
  await loseAnswer(page, '**/api/licenses/bulk')
  await question(page).getByRole('button', { name: 'Revoke' }).click()
  await expect(toastOver(page).filter({ hasText: 'Please try again.' })).toBeVisible()
  await question(page).getByRole('button', { name: 'Revoke' }).click()
  await expect(toastOver(page).filter({ hasText: 'This license is already revoked.' })).toBeVisible()
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, 'PC 3')).toContainText('Revoked')
  await expect(rowOf(page, 'PC 2')).toContainText('Unassigned')
})

test('a change that every license refuses keeps its dialog and what was typed', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn({ licenseLimit: 5 })
  await makeLicense(db, { organizationId })
  await makeLicense(db, { organizationId })
  await page.goto('/licenses')
  await box(page, 'all').check()
  await bar(page).getByRole('button', { name: /^Tag/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tag').fill('Durban')
  await db
    .update(organizations)
    .set({ suspendedAt: new Date().toISOString() })
    .where(eq(organizations.id, organizationId))
  await dialog.getByRole('button', { name: 'Add tag' }).click()
  await expect(toastOver(page)).toContainText('Failed to change the tags')
  await expect(toastOver(page)).toContainText('Organization is suspended')
  await expect(dialog.getByLabel('Tag')).toHaveValue('Durban')
})

test('the bar is reached by keyboard, accessible, and clears', async ({ page, signIn, db }) => {
  test.slow()
  const { organizationId } = await signIn()
  await makeActiveLicense(db, { organizationId, label: 'PC 1' })
  await page.goto('/licenses')
  await box(page, 'PC 1').focus()
  await page.keyboard.press('Space')
  await expect(bar(page)).toContainText('1 selected')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await bar(page).getByRole('button', { name: 'Clear selection' }).press('Enter')
  await expect(bar(page)).toHaveCount(0)
})

test('a phone chooses and sorts above the list', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  for (const label of ['b', 'c', 'a']) await makeLicense(db, { organizationId, label: `PC ${label}` })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/licenses')
  await page.getByLabel('Sort by').selectOption('License, descending')
  await expect(page).toHaveURL('/licenses?sort=-label')
  await expect(rows(page)).toContainText(['PC c', 'PC b', 'PC a'])
  await box(page, 'all').check()
  await expect(bar(page)).toContainText('3 selected')
  await expect(box(page, 'PC a')).toBeChecked()
})

test('the export is the list on screen: its search, status and order', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  // No key has these letters.
  for (const label of ['Studio b', 'Studio a', 'Laptop']) await makeLicense(db, { organizationId, label })
  await page.goto('/licenses?search=studio&status=unassigned&sort=label')
  await expect(rows(page)).toHaveCount(2)
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  const download = await started
  expect(download.suggestedFilename()).toBe('licenses.csv')
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['Studio a', 'Studio b'])
})

test('a change in a long list reads none of its pages again', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn({ licenseLimit: 1000 })
  const labels = Array.from({ length: 450 }, (_, index) => `PC ${String(index).padStart(3, '0')}`)
  await db.insert(licenses).values(labels.map((label) => licenseRow({ organizationId, label })))
  await page.goto('/licenses?sort=label')
  const list = page.getByRole('region', { name: 'List of Your Licenses' })
  await expect(async () => {
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(rowOf(page, 'PC 449')).toBeVisible({ timeout: 250 })
  }).toPass()
  await settled(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: 'Actions for PC 449' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await expect(rowOf(page, 'PC 449')).toHaveCount(0)
  await expect(page.getByText('449 licenses')).toBeVisible()
  expect(asked.filter((path) => path === '/api/licenses')).toEqual([])
  expect(await rows(page).count()).toBeLessThanOrEqual(60)
})
