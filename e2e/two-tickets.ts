import type { Page } from '@playwright/test'
import { makeTicket } from '#demo/rows/tickets.ts'
import { makeUser } from '#demo/rows/users.ts'
import { test as base, unique } from './fixtures.ts'

export const pane = (page: Page) => page.getByRole('region', { name: 'Ticket', exact: true })
export const text = (page: Page) => pane(page).getByRole('textbox', { name: 'Reply to customer' })

type Ticket = Awaited<ReturnType<typeof makeTicket>>

/** Two tickets of a customer, the address of the first, and an agent who is signed in. */
export const test = base.extend<{ two: { one: Ticket; other: Ticket; title: string; address: string } }>({
  two: async ({ db, signIn }, use) => {
    const { organizationId } = await signIn()
    const { id: userId } = await makeUser(db, { organizationId, firstName: 'Thandi', lastName: 'Nkosi' })
    const title = unique('Printer')
    const one = await makeTicket(db, { organizationId, userId, title: `${title} one` })
    const other = await makeTicket(db, { organizationId, userId, title: `${title} two` })
    await signIn({ role: 'agent' })
    await use({ one, other, title, address: `/support?open=${one.id}` })
  },
})
