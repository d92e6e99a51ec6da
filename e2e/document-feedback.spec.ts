import type { Page } from '@playwright/test'
import { makeDocument } from '#demo/rows/documents.ts'
import type { Database } from '#server/database/database.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './fixtures.ts'

test('a reader says whether a document helped, changes it, and staff read it', async ({ page, db, signIn }) => {
  const tag = crypto.randomUUID()
  const { id } = await makeDocument(db, { title: 'Ports', tags: [tag] })
  await signIn({ role: 'customer' })
  const url = `/support?tab=documentation&tag=${tag}&document=${id}`
  await page.goto(url)
  const dialog = page.getByRole('dialog', { name: 'Ports' })
  const answer = (name: string) => dialog.getByRole('button', { name, exact: true })
  await answer('No').click()
  await expect(answer('No')).toHaveAttribute('aria-pressed', 'true')
  await dialog.getByLabel('What is missing or wrong? (optional)').fill('Which port?')
  await expectAccessible(page)
  // The toast of the first answer may still be there.
  const saved = page.waitForResponse((response) => response.request().postData()?.includes('Which port?') ?? false)
  await answer('Send comment').click()
  await saved
  await expect(toastOf(page)).toContainText('Thank you')
  await page.reload()
  await expect(dialog.getByLabel('What is missing or wrong? (optional)')).toHaveValue('Which port?')
  await answer('Yes').click()
  await expect(answer('Yes')).toHaveAttribute('aria-pressed', 'true')
  await expect(answer('No')).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText('Helpful 1')).toHaveCount(0)

  await signIn({ role: 'agent' })
  await page.goto(url)
  await expect(dialog.getByRole('region', { name: 'Comments of readers' })).toContainText('Which port?')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('article', { name: 'Ports' })).toContainText('Helpful 1 · Not helpful 0')
})

test('the index, next and previous lead through the documents, and headings have addresses', async ({
  page,
  db,
  signIn,
}) => {
  const tag = crypto.randomUUID()
  const content = `## First part\n\n${'Word.\n\n'.repeat(60)}## Second part\n\nThe end.`
  await makeDocument(db, { title: 'Beta', tags: [tag], content, createdAt: '2026-01-01T12:00:00Z' })
  await makeDocument(db, { title: 'Alpha', tags: [tag], createdAt: '2026-01-02T12:00:00Z' })
  await makeDocument(db, { title: 'Question', tags: [tag], type: 'faq' })
  await signIn({ role: 'customer' })
  await page.goto(`/support?tab=documentation&tag=${tag}`)
  const index = page.getByRole('navigation', { name: 'All documents' })
  await expect(index.getByRole('link')).toHaveText(['Question', 'Alpha', 'Beta'])
  await expectAccessible(page)
  await index.getByRole('link', { name: 'Alpha' }).click()
  const others = page.getByRole('navigation', { name: 'Other documents' })
  await expect(others.getByRole('button')).toHaveText(['Previous Question', 'Next Beta'])
  await others.getByRole('button', { name: 'Next Beta' }).click()
  await expect(page.getByRole('dialog', { name: 'Beta' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'First part' })).toBeInViewport()
  await page.getByRole('heading', { name: 'Second part' }).scrollIntoViewIfNeeded()
  await page.getByRole('link', { name: 'Second part' }).click()
  await expect(page).toHaveURL(/#section-second-part$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Second part' })).toBeInViewport()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page).toHaveURL(`/support?tab=documentation&tag=${tag}`)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(index).toBeHidden()
  await expectNoSidewaysScroll(page)
})

/** Opens the first of two documents, and returns what presses a button of its dialog. */
async function openFirst(page: Page, db: Database) {
  const tag = crypto.randomUUID()
  const { id } = await makeDocument(db, { title: 'First', tags: [tag], createdAt: '2026-01-02T12:00:00Z' })
  await makeDocument(db, { title: 'Second', tags: [tag], createdAt: '2026-01-01T12:00:00Z' })
  await page.goto(`/support?tab=documentation&tag=${tag}&document=${id}`)
  return (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
}

test('a comment that is being written stays when the answer changes and while another document is read', async ({
  page,
  db,
  signIn,
}) => {
  await signIn({ role: 'customer' })
  const press = await openFirst(page, db)
  await press('Yes')
  await page.getByLabel('What helped? (optional)').fill('Which port?')
  await press('No')
  const comment = page.getByLabel('What is missing or wrong? (optional)')
  await expect(comment).toHaveValue('Which port?')
  await press('Next Second')
  await press('Previous First')
  await expect(comment).toHaveValue('Which port?')
})

test('sending a comment leaves the question about the comment on another document', async ({ page, db, signIn }) => {
  await signIn({ role: 'customer' })
  const press = await openFirst(page, db)
  const comment = page.getByLabel('What helped? (optional)')
  await press('Yes')
  await comment.fill('The picture')
  await press('Next Second')
  await press('Yes')
  await comment.fill('The table')
  await press('Send comment')
  await expect(page.getByRole('button', { name: 'Send comment' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await press('Previous First')
  await expect(comment).toHaveValue('The picture')
  await press('Send comment')
  await expect(page.getByRole('button', { name: 'Send comment' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
