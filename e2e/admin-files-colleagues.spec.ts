import { eq } from 'drizzle-orm'
import { makeVersion } from '#demo/rows/releases.ts'
import { releaseNotes } from '#server/database/schema/releases.ts'
import { expect, test, toastOver, unique } from './fixtures.ts'

for (const [situation, before] of [
  ['first', undefined],
  ['changed', 'Before'],
] as const)
  test(`of two who write the ${situation} notes of a version, the second one checks them and saves them again`, async ({
    page,
    signIn,
    db,
  }) => {
    await signIn({ role: 'admin' })
    const { id: versionId } = await makeVersion(db, { version: `7.${unique('1').replace(/\D/g, '').slice(0, 6)}.0` })
    const write = async (title: string) =>
      expect((await page.request.post('/api/admin/files/release-notes', { data: { versionId, title } })).status()).toBe(
        201,
      )
    if (before) await write(before)
    await page.goto(`/admin/files?notes=${versionId}`)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title').fill('Mine')
    await dialog.getByRole('button', { name: 'Add to Bug Fixes' }).click()
    await dialog.getByLabel('Bug Fixes 1', { exact: true }).fill('Prints again')
    await write('Theirs')
    const save = dialog.getByRole('button', { name: 'Save Release Notes' })
    await save.click()
    await expect(toastOver(page)).toContainText('Someone else changed this release note. Check it and try again.')
    await expect(dialog.getByLabel('Title')).toHaveValue('Mine')
    await expect(dialog.getByLabel('Bug Fixes 1', { exact: true })).toHaveValue('Prints again')
    const stored = () => db.select().from(releaseNotes).where(eq(releaseNotes.versionId, versionId))
    expect(await stored()).toMatchObject([{ title: 'Theirs' }])
    await save.click()
    await expect(dialog).toHaveCount(0)
    expect(await stored()).toMatchObject([{ title: 'Mine', bugFixes: ['Prints again'] }])
  })
