import type { Page } from '@playwright/test'
import type { ReleaseNotes } from '#contract/releases/downloads.ts'
import { expect, expectAccessible, test, card } from './fixtures.ts'

const withNotes = (page: Page, notes: ReleaseNotes) =>
  page.route('**/api/downloads/release-notes', (route) => route.fulfill({ json: notes }))

test('the release notes show in short, and in full in a dialog [R-DL-17 R-DL-18 R-DL-19 R-DL-20 R-DL-21 R-DL-23]', async ({
  page,
  signIn,
}) => {
  await signIn()
  const entries = (word: string, count: number) =>
    Array.from({ length: count }, (_none, place) => `${word} ${place + 1}`)
  await withNotes(page, {
    version: '9.1.0',
    title: 'A title',
    description: 'First line\nSecond line',
    newFeatures: entries('Feature', 5),
    improvements: entries('Improvement', 1),
    bugFixes: [],
    createdAt: '2026-03-05T10:00:00Z',
  })
  await page.goto('/downloads')
  const notes = card(page, 'Release Notes')
  for (const text of ['A title', 'First line', 'New Features', 'Feature 3', 'and 2 more', 'Improvement 1'])
    await expect(notes).toContainText(text)
  for (const text of ['Feature 4', 'Bug Fixes']) await expect(notes).not.toContainText(text)

  await notes.getByRole('button', { name: 'Full release notes' }).press('Enter')
  await expect(page).toHaveURL('/downloads?notes=1')
  await page.reload()
  const dialog = page.getByRole('dialog', { name: 'A title' })
  for (const text of ['Version 9.1.0, Mar 05, 2026', 'Second line', 'Feature 5', 'Improvement 1'])
    await expect(dialog).toContainText(text)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/downloads')
})

test('the notes of the demo have all three lists [R-DL-20 R-DL-21 R-DL-22]', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/downloads')
  for (const title of ['New Features', 'Improvements', 'Bug Fixes'])
    await expect(card(page, 'Release Notes').getByRole('heading', { name: title })).toBeVisible()
})
