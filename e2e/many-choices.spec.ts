import { makeTicket } from '#demo/rows/tickets.ts'
import { makeUser } from '#demo/rows/users.ts'
import { expect, expectAccessible, test, unique } from './fixtures.ts'

const PER_PAGE = 50

test('the tickets to merge into say that the organization has more', async ({ page, db, signIn }) => {
  const { organizationId, userId } = await signIn()
  const own = { organizationId, userId }
  const { id } = await makeTicket(db, { ...own, title: 'Twice the same' })
  for (let place = 2; place <= PER_PAGE; place += 1) await makeTicket(db, { ...own, title: `Ticket ${place}` })
  await signIn({ role: 'agent' })
  await page.goto(`/support?open=${id}`)
  const merge = async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Merge into…' }).click()
  }
  const dialog = page.getByRole('dialog', { name: /^Merge/ })
  await merge()
  await expect(dialog.getByRole('listitem')).toHaveCount(PER_PAGE - 1)
  await expect(dialog.getByText('The last changed')).toHaveCount(0)
  await makeTicket(db, { ...own, title: 'One more' })
  await page.reload()
  await merge()
  await expect(dialog.getByText('The last changed of 51 tickets. Search to find others.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('searchbox').fill('Ticket 7')
  await expect(dialog.getByText('The last changed')).toHaveCount(0)
})

test('the customers of a new ticket say that there are more', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn()
  const lastName = unique('Nkosi')
  for (let place = 1; place <= 20; place += 1) await makeUser(db, { organizationId, lastName, firstName: `P${place}` })
  await signIn({ role: 'agent' })
  await page.goto('/support?new=1')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Customer', { exact: true }).first().fill(lastName)
  await expect(dialog.getByText('The first 20. Type more to find others.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Customer', { exact: true }).first().fill(`P13 ${lastName}`)
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByText('The first 20')).toHaveCount(0)
})
