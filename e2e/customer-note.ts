import type { Page } from '@playwright/test'

/** Opens the form of a new internal note, as staff. Returns the address of the note. */
export async function editNote(page: Page, organizationId: string) {
  const url = `/api/customers/${organizationId}/notes`
  const { id } = await (await page.request.post(url, { data: { text: 'Prefers calls' } })).json()
  await page.goto(`/customers/${organizationId}`)
  await page.getByRole('button', { name: /^Actions for the note/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  return `${url}/${id}`
}
