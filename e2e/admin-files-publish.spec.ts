import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
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

const DRAFT = { isActive: false, publishedAt: null }
const choose = async (page: Page, version: string, item: string) => {
  await page.getByRole('button', { name: `Actions for Windows ${version}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a draft is published from one sheet that says what will happen', async ({ page, db }) => {
  await provideVersion(db, { version: '4.0.0', isLatest: true })
  const { id: versionId } = await provideVersion(db, { version: '5.0.0', ...DRAFT })
  await db.insert(releaseNotes).values({ versionId, title: 'Quicker', newFeatures: ['Export'] })
  await page.goto('/admin/files')
  await expect(rowOf(page, '5.0.0')).toContainText('Draft')
  await expect(rowOf(page, '5.0.0').getByRole('switch')).toHaveCount(0)
  await page.getByRole('button', { name: 'Publish: Windows 5.0.0' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish Windows 5.0.0?' })
  const outcome = dialog.getByRole('region', { name: 'What will happen' })
  await expect(outcome).toContainText('can download it under “Other versions”')
  await expect(outcome).toContainText('notified, no customers')
  await dialog.getByText('Release notes: Quicker').click()
  await expect(dialog).toContainText('Export')
  await expect(dialog).toContainText('Every device is offered this version once it is the latest.')
  await dialog.getByLabel('Make it the latest version').check()
  await expect(dialog).toContainText('Every device is offered this version.')
  await expect(outcome).toContainText('in place of Windows 4.0.0')
  await expect(dialog).toContainText('on older versions.')
  await dialog.getByLabel('Channel').selectOption('beta')
  await expect(dialog).toContainText('Every device on the beta channel is offered this version.')
  await expect(dialog).not.toContainText('on older versions.')
  await dialog.getByLabel('Rollout').fill('50')
  await expect(outcome).toContainText(
    /to about \d+% of the devices on the beta channel\. .* Devices on older versions: \d+ devices? in/,
  )
  await dialog.getByLabel('Rollout').fill('100')
  await dialog.getByLabel('Channel').selectOption('stable')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Publish Now' }).click()
  await expect(toastOf(page)).toContainText('Customers are offered 5.0.0 first.')
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, '5.0.0')).toContainText('Active')
  await expect(rowOf(page, '5.0.0').getByText('Latest', { exact: true })).toBeVisible()
})

test('a draft is scheduled by the clocks of the vendor, and the schedule canceled', async ({ page, db }) => {
  const { id } = await provideVersion(db, { version: '5.0.0', ...DRAFT })
  await page.goto(`/admin/files?publish=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Publish Windows 5.0.0?' })
  await dialog.getByRole('radio', { name: 'At a later time' }).check()
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog.getByText('Choose a date and time')).toBeVisible()
  await dialog.getByLabel('Date and Time').pressSequentially('1231')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog.getByLabel('Date and Time')).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByText('Choose a date and time')).toBeVisible()
  await dialog.getByLabel('Date and Time').fill('2020-01-01T08:00')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog.getByText('Choose a time in the future')).toBeVisible()
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('Date and Time').fill(`${day}T08:00`)
  await expect(dialog).toContainText('In the time zone Africa/Johannesburg.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(toastOf(page)).toContainText('Version scheduled')
  await expect(rowOf(page, '5.0.0')).toContainText('Scheduled')
  await expect(rowOf(page, '5.0.0')).toContainText('08:00')
  const [stored] = await db.select().from(versions).where(eq(versions.id, id))
  expect(stored?.publishAt).toBe(`${day}T06:00:00.000Z`)

  await choose(page, '5.0.0', 'Cancel Schedule')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Schedule' }).click()
  await expect(rowOf(page, '5.0.0')).toContainText('Draft')
})

test('a beta is promoted, and a draft deleted', async ({ page, db }) => {
  await provideVersion(db, { version: '5.1.0', channel: 'beta' })
  await provideVersion(db, { version: '6.0.0', ...DRAFT })
  await page.goto('/admin/files')
  await choose(page, '5.1.0', 'Promote to Stable…')
  const dialog = page.getByRole('dialog', { name: 'Promote Windows 5.1.0 to stable?' })
  await dialog.getByLabel('Make it the latest version').check()
  await dialog.getByRole('button', { name: 'Promote' }).click()
  await expect(rowOf(page, '5.1.0').getByText('Latest', { exact: true })).toBeVisible()
  await choose(page, '6.0.0', 'Delete Draft')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Draft' }).click()
  await expect(rowOf(page, '6.0.0')).toHaveCount(0)
})

test('of two publishers who have the sheet open, the second hears that the version has changed', async ({
  page,
  db,
}) => {
  const { id } = await provideVersion(db, { version: '5.0.0', ...DRAFT })
  await page.goto(`/admin/files?publish=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Publish Windows 5.0.0?' })
  await expect(dialog.getByRole('button', { name: 'Publish Now' })).toBeVisible()
  await db.update(versions).set({ updatedAt: new Date().toISOString(), rolloutPercent: 5 }).where(eq(versions.id, id))
  await dialog.getByRole('button', { name: 'Publish Now' }).click()
  await expect(toastOf(page)).toContainText('This version has changed since you opened it.')
  expect(await db.$count(versions, eq(versions.isActive, true))).toBe(0)
})

test('the sheet for a public channel says that anyone can download the version', async ({ page, db }) => {
  const { id } = await provideVersion(db, { version: '5.0.0', ...DRAFT })
  await page.route('/api/config', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), publicChannels: ['stable'] } })
  })
  await page.goto('/admin/files')
  const card = page.getByRole('region', { name: 'Update Feeds' })
  await expect(card).toContainText('The stable channel is public: an application without a license uses public')
  await page.goto(`/admin/files?publish=${id}`)
  const outcome = page.getByRole('region', { name: 'What will happen' })
  const note = outcome.getByText('anyone can download it without a license: the stable channel is public')
  await expect(outcome).toContainText('Update feeds do not offer it')
  await expect(note).toBeHidden()
  await page.getByLabel('Make it the latest version').check()
  await expect(outcome).toContainText('Anyone can download it without a license')
  await page.getByLabel('Rollout').fill('10')
  await expect(note).toBeVisible()
  await page.getByLabel('Channel').selectOption('beta')
  await expect(note).toBeHidden()
})

test('release notes are written above the sheet, which keeps its input', async ({ page, db }) => {
  const { id } = await provideVersion(db, { version: '5.0.0', ...DRAFT })
  await page.goto('/admin/files')
  await page.getByRole('button', { name: 'Publish: Windows 5.0.0' }).click()
  const sheet = page.getByRole('dialog', { name: 'Publish Windows 5.0.0?' })
  await sheet.getByLabel('Minimum').fill('4.0.0')
  await sheet.getByRole('button', { name: 'Write Release Notes' }).click()
  const notes = page.getByRole('dialog', { name: 'Create Release Notes' })
  await notes.getByLabel('Title').fill('Quicker')
  await notes.getByRole('button', { name: 'Save Release Notes' }).click()
  await expect(notes).toHaveCount(0)
  await expect(sheet.getByLabel('Minimum')).toHaveValue('4.0.0')
  await expect(sheet).toContainText('Release notes: Quicker')
  await sheet.getByRole('button', { name: 'Publish Now' }).click()
  await expect(sheet).toHaveCount(0)
  expect((await db.select().from(versions).where(eq(versions.id, id)))[0]?.minimumVersion).toBe('4.0.0')
})
