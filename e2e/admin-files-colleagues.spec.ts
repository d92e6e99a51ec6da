import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { makeVersion } from '#demo/rows/releases.ts'
import type { Database } from '#server/database/database.ts'
import { releaseNotes } from '#server/database/schema/releases.ts'
import { expect, test, toastOver, unique } from './fixtures.ts'

const newVersion = async (db: Database) =>
  (await makeVersion(db, { version: `7.${unique('1').replace(/\D/g, '').slice(0, 6)}.0` })).id

async function writeNotes(page: Page, versionId: string, title: string) {
  const written = await page.request.post('/api/admin/files/release-notes', { data: { versionId, title } })
  expect(written.status()).toBe(201)
}

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
    const versionId = await newVersion(db)
    const write = (title: string) => writeNotes(page, versionId, title)
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

test('a refusal for the notes of one version does not allow replacing those of another', async ({
  page,
  signIn,
  db,
}) => {
  await signIn({ role: 'admin' })
  const [first, second] = [await newVersion(db), await newVersion(db)]
  const writeBoth = async (title: string) => {
    await writeNotes(page, first, title)
    await writeNotes(page, second, title)
  }
  await writeBoth('Before')
  await page.goto(`/admin/files?notes=${first}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Mine')
  await writeBoth('Theirs')
  const save = dialog.getByRole('button', { name: 'Save Release Notes' })
  await save.click()
  await expect(toastOver(page)).toContainText('Someone else changed this release note.')
  await dialog.getByLabel('Version').selectOption(second)
  await dialog.getByLabel('Title').fill('Mine too')
  const answer = page.waitForResponse((one) => one.request().method() === 'POST')
  await save.click()
  expect((await answer).status()).toBe(409)
  expect(await db.select().from(releaseNotes).where(eq(releaseNotes.versionId, second))).toMatchObject([
    { title: 'Theirs' },
  ])
})
