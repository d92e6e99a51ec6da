import { and, eq } from 'drizzle-orm'
import { makeVersion } from '#demo/rows/releases.ts'
import { releaseNotes, versions } from '#server/database/schema/releases.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, rowOf, toastOf } from './fixtures.ts'
import { test } from './own-portal.ts'
import { provideVersion } from './provided-version.ts'

// One after the other: there is one list of versions, and one latest.
test.describe.configure({ mode: 'default' })

test.beforeEach(async ({ db, signIn }) => {
  await db.delete(versions)
  await signIn({ role: 'admin' })
})

test('a version becomes the latest once its effect was shown [R-AFILE-06 R-AFILE-07 R-AFILE-08 R-AFILE-09 R-AFILE-10 R-AFILE-11 R-AFILE-12 R-AFILE-13 R-AFILE-14 R-ERR-73 R-ERR-83 R-ERR-84]', async ({
  page,
  db,
}) => {
  await makeVersion(db, { version: '4.0.0', isLatest: true })
  await makeVersion(db, { version: '5.0.0', platform: 'Server' })
  await page.goto('/admin/files')
  await expect(page.getByRole('heading', { name: 'Application Versions' })).toBeVisible()
  for (const fact of ['Server', 'Setup-5.0.0.exe', 'No file yet', 'Active'])
    await expect(rowOf(page, '5.0.0')).toContainText(fact)
  const setLatest = (version: string) => rowOf(page, version).getByRole('button', { name: 'Set Latest' })
  const latest = (version: string) => rowOf(page, version).getByText('Latest', { exact: true })
  await expect(latest('4.0.0')).toBeVisible()
  await expect(setLatest('4.0.0')).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  for (const [next, before] of [
    [
      { platform: 'Server', version: '5.0.0' },
      { platform: 'Windows', version: '4.0.0' },
    ],
    [
      { platform: 'Windows', version: '4.0.0' },
      { platform: 'Server', version: '5.0.0' },
    ],
  ] as const) {
    await setLatest(next.version).click()
    const dialog = page.getByRole('dialog', { name: `Set ${next.platform} ${next.version} as the latest?` })
    await expect(dialog).toContainText(`Replaces${before.platform} ${before.version}`)
    await expect(dialog).toContainText('Rollout100% of devices')
    await expect(dialog).toContainText('It has no file yet, so customers cannot download the latest version.')
    await expect(dialog).toContainText(`Update feeds switch from ${before.platform} to ${next.platform}`)
    expect(await db.$count(versions, and(eq(versions.isLatest, true), eq(versions.version, before.version)))).toBe(1)
    await dialog.getByRole('button', { name: 'Set Latest' }).click()
    await expect(toastOf(page)).toContainText(`Customers are offered ${next.version} first.`)
    await expect(toastOf(page)).toContainText('Latest version set')
    await expect(dialog).toBeHidden()
    await expect(latest(next.version).first()).toBeVisible()
    await expect(setLatest(before.version)).toBeVisible()
  }

  await db.update(versions).set({ isActive: false }).where(eq(versions.version, '5.0.0'))
  await setLatest('5.0.0').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Set Latest' }).click()
  await expect(toastOf(page)).toContainText('Update failed')
  await expect(toastOf(page)).toContainText('Only an active version can be the latest.')
  await expect(setLatest('5.0.0')).toHaveCount(0)
})

test('a dialog that is opened while the one before it is still being answered stays open', async ({ page, db }) => {
  const older = await makeVersion(db, { version: '4.0.0', isLatest: true })
  const newer = await makeVersion(db, { version: '5.0.0' })
  const dialog = (version: string) => page.getByRole('dialog', { name: `Set Windows ${version} as the latest?` })
  const confirm = (version: string) => dialog(version).getByRole('button', { name: 'Set Latest' })
  await page.goto('/admin/files')
  await page.getByRole('button', { name: 'Set Latest: Windows 5.0.0' }).click()
  await expect(confirm('5.0.0')).toBeVisible()
  const impact = `**/versions/${newer.id}/impact`
  const held: (() => void)[] = []
  await page.route(impact, async (route) => {
    await new Promise<void>((go) => held.push(go))
    await route.fallback()
  })
  await confirm('5.0.0').click()
  await expect.poll(() => held.length).toBe(1)
  await expect(dialog('5.0.0')).toBeHidden()
  await page.getByRole('button', { name: 'Set Latest: Windows 4.0.0' }).click()
  await expect(confirm('4.0.0')).toBeVisible()
  const answered = page.waitForResponse(impact)
  for (const go of held) go()
  await answered
  await confirm('4.0.0').click()
  await expect(toastOf(page)).toContainText('Customers are offered 4.0.0 first.')
  expect(await db.$count(versions, and(eq(versions.isLatest, true), eq(versions.id, older.id)))).toBe(1)
})

test('deactivating the latest offers the previous version, or says that customers see none [R-ERR-83]', async ({
  page,
  db,
}) => {
  await provideVersion(db, { version: '5.0.0', isLatest: true })
  await provideVersion(db, { version: '4.3.0' })
  await page.goto('/admin/files')
  const latest = (version: string) => rowOf(page, version).getByText('Latest', { exact: true })
  const isActive = (version: string) => page.getByRole('switch', { name: `Windows ${version} is active` })
  const dialogOf = (version: string) => page.getByRole('dialog', { name: `Deactivate Windows ${version}?` })

  await isActive('5.0.0').press('Space')
  const first = dialogOf('5.0.0')
  await expect(first).toContainText('Installed copies keep working.')
  await expect(first).toContainText('Installed onNo devices')
  await expect(first.getByRole('radio', { name: 'Windows 4.3.0' })).toBeChecked()
  await expect(first.getByRole('radio', { name: 'No version' })).toHaveAccessibleDescription(
    /^Customers will see “No Downloads Available”: \d+ organizations\.$/,
  )
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await first.getByRole('button', { name: 'Cancel' }).click()
  await expect(first).toBeHidden()
  await expect(isActive('5.0.0')).toBeChecked()

  await isActive('5.0.0').click()
  await first.getByRole('button', { name: 'Deactivate' }).click()
  await expect(toastOf(page)).toContainText('Version updated')
  await expect(rowOf(page, '5.0.0')).toContainText('Inactive')
  await expect(latest('4.3.0')).toBeVisible()

  await isActive('4.3.0').click()
  const last = dialogOf('4.3.0')
  await expect(last).toContainText('No earlier version can be the latest. Customers will see “No Downloads Available”')
  await last.getByRole('button', { name: 'Deactivate' }).click()
  await expect(rowOf(page, '4.3.0')).toContainText('Inactive')
  await expect(page.getByText('Latest', { exact: true })).toHaveCount(0)

  await isActive('4.3.0').click()
  const activate = page.getByRole('dialog', { name: 'Activate Windows 4.3.0?' })
  await expect(activate).toContainText('They see “No Downloads Available” until a version is set as the latest.')
  await activate.getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByRole('button', { name: 'Set Latest: Windows 4.3.0' })).toBeVisible()
})

test('release notes are written by keyboard, without their empty entries [R-AFILE-05 R-VAL-80 R-VAL-82 R-ERR-82]', async ({
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
  await expect(rowOf(page, '5.0.0')).toContainText('Yes')
})

test('what a version says already is there to be changed, and a failure keeps it on screen [R-ERR-72]', async ({
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
  test(`${role} is refused the page [R-ROLE-10]`, async ({ page, signIn }) => {
    await signIn({ role })
    await page.goto('/admin/files')
    await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
    await expect(page.getByRole('button', { name: 'Upload File' })).toHaveCount(0)
  })

test('release notes that are being written stay when the version is corrected', async ({ page, db }) => {
  await makeVersion(db, { version: '5.0.0' })
  await makeVersion(db, { version: '5.1.0' })
  await page.goto('/admin/files?notes=new')
  const dialog = page.getByRole('dialog', { name: 'Create Release Notes' })
  await dialog.getByLabel('Version').selectOption({ label: 'Windows 5.0.0' })
  await dialog.getByLabel('Title').fill('Quicker')
  await dialog.getByLabel('Version').selectOption({ label: 'Windows 5.1.0' })
  await expect(dialog.getByLabel('Title')).toHaveValue('Quicker')
})

test('the arrow keys pass versions with notes without losing those that are being written', async ({ page, db }) => {
  const written = await makeVersion(db, { version: '5.0.0' })
  await makeVersion(db, { version: '5.1.0' })
  await db.insert(releaseNotes).values({ versionId: written.id, title: 'Before', improvements: ['Start'] })
  await page.goto('/admin/files?notes=new')
  const dialog = page.getByRole('dialog', { name: 'Create Release Notes' })
  await dialog.getByLabel('Title').fill('Quicker')
  await dialog.getByRole('button', { name: 'Add to New Features' }).press('Enter')
  await dialog.getByLabel('New Features 1', { exact: true }).fill('First')
  await dialog.getByLabel('Version').selectOption({ label: 'Windows 5.0.0' })
  await expect(dialog.getByLabel('Title')).toHaveValue('Before')
  await dialog.getByLabel('Title').fill('Better')
  await dialog.getByLabel('Version').selectOption({ label: 'Windows 5.1.0' })
  await expect(dialog.getByLabel('Title')).toHaveValue('Quicker')
  await expect(dialog.getByLabel('New Features 1', { exact: true })).toHaveValue('First')
  await dialog.getByLabel('Version').selectOption({ label: 'Windows 5.0.0' })
  await expect(dialog.getByLabel('Title')).toHaveValue('Better')
  await expect(dialog.getByLabel('Improvements 1', { exact: true })).toHaveValue('Start')
})
