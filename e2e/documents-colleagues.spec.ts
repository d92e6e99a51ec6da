import { eq } from 'drizzle-orm'
import { makeDocument } from '#demo/rows/documents.ts'
import { documents as table } from '#server/database/schema/support/documents.ts'
import { expect, test, toastOf, toastOver, unique } from './fixtures.ts'

test('a change is saved after a colleague’s change that took the document out of the search', async ({
  page,
  db,
  signIn,
}) => {
  const title = unique('Scanner')
  const { id } = await makeDocument(db, { title })
  await signIn({ role: 'agent' })
  await page.goto(`/support?tab=documentation&search=${encodeURIComponent(title)}`)
  await page.getByRole('article', { name: title }).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Document' })
  await dialog.getByLabel('Content').fill('My words.')
  await db.update(table).set({ title: 'Renamed', updatedAt: new Date().toISOString() }).where(eq(table.id, id))
  const save = dialog.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(toastOver(page)).toContainText('Someone else changed this document. Check it and try again.')
  await save.click()
  await expect(dialog).toHaveCount(0)
  const [stored] = await db.select().from(table).where(eq(table.id, id))
  expect(stored).toMatchObject({ title: 'Renamed', content: 'My words.' })
})

test('a document whose draft cannot be restored is said to be published still', async ({ page, db, signIn }) => {
  const title = unique('Scanner')
  await makeDocument(db, { title, published: false })
  await signIn({ role: 'admin' })
  await page.goto(`/support?tab=documentation&search=${encodeURIComponent(title)}`)
  await page.getByRole('article', { name: title }).getByRole('button', { name: 'Publish' }).click()
  await expect(toastOf(page)).toContainText('Document published')
  await page.route('**/api/docs/*', (route) => route.abort('internetdisconnected'))
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toastOf(page)).toContainText('Failed to make the document a draft again')
  await expect(page.getByRole('article', { name: title }).getByRole('button', { name: 'Publish' })).toHaveCount(0)
})
