import { expect, test } from './fixtures.ts'

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
