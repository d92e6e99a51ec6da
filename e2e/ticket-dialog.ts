import type { Page } from '@playwright/test'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { makeUser } from '#demo/rows/users.ts'
import type { Database } from '#server/database/database.ts'
import type { tickets } from '#server/database/schema/support/tickets.ts'
import { expect } from './fixtures.ts'

// Locators shared by the specs of the ticket dialog.

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Ticket Details' })
export const messages = (page: Page) => dialog(page).getByRole('region', { name: 'Messages' })
export const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
export const facts = (page: Page, term: string) =>
  dialog(page)
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: term }) })

export async function open(page: Page, id: string) {
  await page.goto(`/support?ticket=${id}`)
  await expect(messages(page)).toBeVisible()
}

/** Creates a customer's ticket. */
export async function makeForeign(db: Database, row: Partial<typeof tickets.$inferInsert> = {}) {
  const organization = await makeOrganization(db)
  const customer = await makeUser(db, { organizationId: organization.id, firstName: 'Thandi', lastName: 'Nkosi' })
  const ticket = await makeTicket(db, { organizationId: organization.id, userId: customer.id, ...row })
  return { organization, customer, ticket }
}
