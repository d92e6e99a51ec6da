import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { releaseNotes, versions } from '#server/database/schema/releases.ts'
import { makeVersion } from '#server/database/seed/releases.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, toastOf } from './fixtures.ts'
import { test } from './own-portal.ts'

// One after the other: there is one list of versions, and one latest.
test.describe.configure({ mode: 'default' })

test.beforeEach(async ({ db, signIn }) => {
  await db.delete(versions)
  await signIn({ role: 'admin' })
})

const row = (page: Page, name: string) => page.getByRole('row', { name })

test('R-AFILE-06 R-AFILE-07 R-AFILE-08 R-AFILE-09 R-AFILE-10 R-AFILE-11 R-AFILE-12 R-AFILE-13 R-AFILE-14 R-ERR-73 R-ERR-83 R-ERR-84 versions are withdrawn, brought back and set as the latest', async ({
  page,
  db,
}) => {
  await makeVersion(db, { version: '4.0.0', isLatest: true })
  await makeVersion(db, { version: '5.0.0', platform: 'Server' })
  await page.goto('/admin/files')
  await expect(page.getByRole('heading', { name: 'Application Versions' })).toBeVisible()
  for (const fact of ['Server', 'Setup-5.0.0.exe', 'No file yet', 'Active'])
    await expect(row(page, '5.0.0')).toContainText(fact)
  const setLatest = (version: string) => row(page, version).getByRole('button', { name: 'Set Latest' })
  const latest = (version: string) => row(page, version).getByText('Latest', { exact: true })
  await expect(latest('4.0.0')).toBeVisible()
  await expect(setLatest('4.0.0')).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  for (const [next, before] of [
    ['5.0.0', '4.0.0'],
    ['4.0.0', '5.0.0'],
  ] as const) {
    await setLatest(next).click()
    await expect(toastOf(page)).toContainText(`Customers are offered ${next} first.`)
    await expect(toastOf(page)).toContainText('Latest version set')
    await expect(latest(next).first()).toBeVisible()
    await expect(setLatest(before)).toBeVisible()
  }

  const isActive = row(page, '4.0.0').getByRole('switch', { name: 'Windows 4.0.0 is active' })
  await isActive.press('Space')
  await expect(toastOf(page)).toContainText('Version updated')
  await expect(row(page, '4.0.0')).toContainText('Inactive')
  await expect(page.getByText('Latest', { exact: true })).toHaveCount(0)
  await expect(setLatest('4.0.0')).toHaveCount(0)
  await isActive.click()
  await expect(setLatest('4.0.0')).toBeVisible()

  await db.update(versions).set({ isActive: false }).where(eq(versions.version, '5.0.0'))
  await setLatest('5.0.0').click()
  await expect(toastOf(page)).toContainText('Update failed')
  await expect(toastOf(page)).toContainText('Only an active version can be the latest.')
  await expect(setLatest('5.0.0')).toHaveCount(0)
})

test('R-AFILE-05 R-VAL-80 R-VAL-82 R-ERR-82 release notes are written by keyboard, without their empty entries', async ({
  page,
  db,
}) => {
  const version = await makeVersion(db, { version: '5.0.0' })
  await page.goto('/admin/files')
  await page.getByRole('button', { name: 'Create Release Notes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Release Notes' })
  await dialog.getByRole('button', { name: 'Save Release Notes' }).click()
  await expect(dialog.getByText('Version is required')).toBeVisible()
  await expect(dialog.getByText('Title is required')).toBeVisible()

  await dialog.getByLabel('Version').selectOption({ label: 'Windows 5.0.0' })
  await dialog.getByLabel('Title').fill('Quicker')
  await dialog.getByRole('button', { name: 'Add to New Features' }).press('Enter')
  await expect(dialog.getByLabel('New Features 1', { exact: true })).toBeFocused()
  await page.keyboard.type('First')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Second')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(dialog.getByLabel('New Features 1', { exact: true })).toHaveValue('Second')
  await expect(dialog.getByLabel('New Features 1', { exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Add to Bug Fixes' }).click()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Save Release Notes' }).click()
  await expect(toastOf(page)).toContainText('Release notes created')
  const [notes] = await db.select().from(releaseNotes).where(eq(releaseNotes.versionId, version.id))
  expect(notes).toMatchObject({ title: 'Quicker', newFeatures: ['Second', 'First'], improvements: [], bugFixes: [] })
  await expect(row(page, '5.0.0')).toContainText('Yes')
})

test('R-ERR-72 what a version says already is there to be changed, and a failure keeps it on screen', async ({
  page,
  db,
}) => {
  const { id: versionId } = await makeVersion(db, { version: '5.0.0' })
  await db.insert(releaseNotes).values({ versionId, title: 'Before', improvements: ['Start', 'Print'] })
  await page.goto(`/admin/files?notes=${versionId}`)
  const dialog = page.getByRole('dialog', { name: 'Edit Release Notes' })
  await expect(dialog.getByLabel('Title')).toHaveValue('Before')
  await dialog.getByRole('button', { name: 'Remove Improvements 1' }).click()
  await expect(dialog.getByLabel('Improvements 1', { exact: true })).toHaveValue('Print')
  await db.delete(versions)
  await dialog.getByRole('button', { name: 'Save Release Notes' }).click()
  await expect(toastOf(page)).toContainText('Failed to create release notes')
  await expect(toastOf(page)).toContainText('Version not found')
  await expect(dialog.getByLabel('Improvements 1', { exact: true })).toHaveValue('Print')
})

for (const role of ['agent', 'org_admin', 'customer'] as const)
  test(`R-ROLE-10 ${role} is told that this page is not theirs`, async ({ page, signIn }) => {
    await signIn({ role })
    await page.goto('/admin/files')
    await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
    await expect(page.getByRole('button', { name: 'Upload File' })).toHaveCount(0)
  })
