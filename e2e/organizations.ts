import type { Page } from '@playwright/test'

/** The dialog that shows an organization. */
export const address = (id: string, tab = '') => `/admin/organizations?view=${id}${tab && `&tab=${tab}`}`

export const tab = (page: Page, name: string) => page.getByRole('tab', { name })

export const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}` })

/** Chooses an item of the row's menu. */
export async function choose(page: Page, name: string, item: string) {
  await page.goto(`/admin/organizations?search=${name}`)
  await menuOf(page, name).click()
  await page.getByRole('menuitem', { name: item }).click()
}
