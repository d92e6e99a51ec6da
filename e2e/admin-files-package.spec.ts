import { zip } from '#demo/support/files/zip.ts'
import { makeVersion } from '#demo/rows/releases.ts'
import { releasePackages, versions } from '#server/database/schema/releases.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, toastOf } from './fixtures.ts'
import { test } from './own-portal.ts'

test.describe.configure({ mode: 'default' })

const nuspec = '<package><metadata><id>Depot</id><version>5.0.0</version></metadata></package>'
const fileOf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })

test('a version gets a package for Velopack, which must be one', async ({ page, db, signIn }) => {
  await db.delete(versions)
  await signIn({ role: 'admin' })
  const { id } = await makeVersion(db, { version: '5.0.0', isLatest: true })
  await page.goto('/admin/files')
  await page.getByRole('button', { name: 'Actions for Windows 5.0.0' }).click()
  await page.getByRole('menuitem', { name: 'Velopack Package…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Velopack Package of Windows 5.0.0' })
  await expect(dialog).toContainText('Devices in the rollout are offered it at once')
  await page.reload()
  const input = dialog.getByLabel('File', { exact: true })
  const submit = dialog.getByRole('button', { name: /Upload File|Save/ })
  await expect(input).toHaveAttribute('accept', '.nupkg')

  await input.setInputFiles(fileOf('Setup.exe', Buffer.from('MZ')))
  await submit.click()
  await expect(dialog.getByText('Only .nupkg files are accepted')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await input.setInputFiles(fileOf('Depot-5.0.0-full.nupkg', zip([{ name: 'a.txt', bytes: Buffer.from('a') }])))
  await submit.click()
  await expect(page.getByText(/This is no package of Velopack/).first()).toBeVisible()

  const bytes = zip([{ name: 'Depot.nuspec', bytes: Buffer.from(nuspec) }])
  await input.setInputFiles(fileOf('Depot-5.0.0-full.nupkg', bytes))
  await submit.click()
  await expect(toastOf(page).last()).toContainText('Velopack finds it as Depot-5.0.0-full.nupkg.')
  await expect(dialog).toBeHidden()
  expect(await db.select().from(releasePackages)).toMatchObject([{ versionId: id, packageId: 'Depot' }])
})
