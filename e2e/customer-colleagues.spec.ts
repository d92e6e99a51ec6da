import { editNote } from './customer-note.ts'
import { expect, test, toastOver } from './fixtures.ts'

test('tags and an owner that a colleague has set since the form was opened are kept', async ({ page, signIn }) => {
  const { organizationId } = await signIn()
  const { userId } = await signIn({ role: 'admin' })
  const url = `/api/customers/${organizationId}`
  const set = async (what: string, data: object) =>
    expect((await page.request.put(`${url}/${what}`, { data })).status()).toBe(200)
  await set('tags', { tags: ['mining', 'old'] })
  await page.goto(`/customers/${organizationId}`)
  await page.getByRole('button', { name: 'Edit owner and tags' }).click()
  await page.getByRole('textbox', { name: 'Tags' }).fill('mining, export')
  await set('tags', { tags: ['mining', 'old', 'strategic'] })
  await set('owner', { ownerId: userId })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const { tags, owner } = await (await page.request.get(url)).json()
  expect([tags, owner.id]).toEqual([['mining', 'strategic', 'export'], userId])
})

test('of two who edit one note, the second one checks the text and saves it again', async ({ page, signIn }) => {
  const { organizationId } = await signIn()
  await signIn({ role: 'agent' })
  const url = await editNote(page, organizationId)
  const note = page.getByRole('dialog').getByLabel('Note')
  await note.fill('Prefers email')
  const data = { text: 'Prefers calls before noon' }
  expect((await page.request.patch(url, { data })).status()).toBe(200)
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(toastOver(page)).toContainText('Someone else changed this note. Check it and try again.')
  await expect(note).toHaveValue('Prefers email')
  await expect(page.getByRole('list', { name: 'Notes', includeHidden: true })).toContainText('before noon')
  await save.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Prefers email')
})
