import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { makeUser } from '#demo/rows/users.ts'
import { organizationChoice, organizationList } from './choose-organization.ts'
import { expect, test, unique } from './fixtures.ts'

test('two organizations with the same name are shown with their address where one is chosen', async ({
  page,
  db,
  signIn,
}) => {
  await signIn({ role: 'admin' })
  const name = unique('Twin Mining')
  const addresses = ['north', 'south'].map((place) => `${place}@${unique('twin')}.example`)
  for (const contactEmail of addresses) await makeOrganization(db, { name, contactEmail })
  const wanted = addresses.map((address) => `${name} (${address})`).toSorted()
  await page.goto('/admin/billing')
  await page.getByRole('button', { name: 'New Invoice' }).click()
  await expect(page.getByRole('dialog', { name: 'New Invoice' }).getByLabel('Organization')).toBeVisible()
  const find = async () => {
    await organizationChoice(page).click()
    await organizationList(page).getByRole('combobox').fill(name)
    await expect(organizationList(page).getByRole('option')).toHaveText(wanted)
  }
  await find()
  await page.goto('/admin/audit')
  await find()
})

test('two colleagues with the same name are shown with their address where one is chosen', async ({
  page,
  db,
  signIn,
}) => {
  const { organizationId, userId } = await signIn()
  const { id } = await makeTicket(db, { organizationId, userId, title: 'Whose is it?' })
  const lastName = unique('Nkosi')
  const first = await makeUser(db, { role: 'agent', firstName: 'Anna', lastName })
  const second = await makeUser(db, { role: 'agent', firstName: 'Anna', lastName })
  const wanted = [first, second].map(({ email }) => `Anna ${lastName} (${email})`)
  await signIn({ role: 'agent' })
  await page.goto(`/support?open=${id}`)
  const assignee = page.getByRole('combobox', { name: 'Assignee' }).last()
  await expect(assignee.locator('option', { hasText: lastName })).toHaveCount(2)
  expect((await assignee.locator('option', { hasText: lastName }).allTextContents()).toSorted()).toEqual(
    wanted.toSorted(),
  )
})
