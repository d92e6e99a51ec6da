import type { Locator, Page } from '@playwright/test'

/** The field or filter. A dialog that is still loading has a filter behind it: give the dialog. */
export const organizationChoice = (place: Page | Locator) => place.getByRole('button', { name: /^Organization: / })

export const organizationList = (page: Page) => page.getByRole('dialog', { name: 'Organization', exact: true })

export async function chooseOrganization(page: Page, name: string, place: Page | Locator = page) {
  await organizationChoice(place).click()
  await organizationList(page).getByRole('combobox').fill(name)
  await organizationList(page).getByRole('option', { name }).click()
}
