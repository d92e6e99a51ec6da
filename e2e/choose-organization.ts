import type { Page } from '@playwright/test'

/** The field or filter; behind an open dialog there is none. */
export const organizationChoice = (page: Page) => page.getByRole('button', { name: /^Organization: / })

export const organizationList = (page: Page) => page.getByRole('dialog', { name: 'Organization', exact: true })

export async function chooseOrganization(page: Page, name: string) {
  await organizationChoice(page).click()
  await organizationList(page).getByRole('combobox').fill(name)
  await organizationList(page).getByRole('option', { name }).click()
}
