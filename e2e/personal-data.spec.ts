import { readFile } from 'node:fs/promises'
import { fullName } from '#contract/identity/session.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { makeUser } from '#demo/rows/users.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf, unique } from './fixtures.ts'

test('an admin downloads the personal data of a suspended user and erases it', async ({ page, db, signIn }) => {
  await signIn({ role: 'admin' })
  const organization = await makeOrganization(db, { name: unique('Erasing') })
  const facts = { organizationId: organization.id, lastName: unique('Smith') }
  const user = await makeUser(db, { ...facts, role: 'customer', status: 'suspended' })
  const ticket = await makeTicket(db, { organizationId: organization.id, userId: user.id, title: unique('No ink') })
  const name = fullName(user)
  await page.goto(`/admin/users?search=${user.username}&user=${user.id}`)
  const drawer = page.getByRole('dialog', { name })
  const downloading = page.waitForEvent('download')
  await drawer.getByRole('link', { name: 'Download Personal Data' }).click()
  const stored = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
  expect(stored).toMatchObject({ account: { email: user.email }, tickets: [{ title: ticket.title }] })

  await drawer.getByRole('button', { name: 'Erase Personal Data' }).click()
  const dialog = page.getByRole('dialog', { name: `Erase the personal data of ${name}?` })
  await expect(dialog).toContainText(`The contact email of ${organization.name} stays, with the emails to it.`)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const address = dialog.getByLabel('Email address of this user')
  await address.fill('someone@people.example')
  await dialog.getByRole('button', { name: 'Erase Personal Data' }).click()
  await expect(address).toHaveAccessibleDescription(/This is not the email address of this user\./)
  await address.fill(user.email)
  await dialog.getByRole('button', { name: 'Erase Personal Data' }).click()
  await expect(toastOf(page)).toContainText('Personal Data Erased')
  const erased = page.getByRole('dialog', { name: 'Erased user' })
  await expect(erased.getByText('Erased', { exact: true })).toBeVisible()
  await expect(erased.getByRole('button')).toHaveText(['', 'Show Activity'])
  await page.keyboard.press('Escape')
  await expect(page.getByText('No users found matching your search.')).toBeVisible()

  await page.goto(`/support?ticket=${ticket.id}`)
  await expect(page.getByText('Erased user').first()).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
})

test('a user downloads their own data', async ({ page, signIn }) => {
  const { email } = await signIn({ role: 'customer' })
  await page.goto('/account')
  const downloading = page.waitForEvent('download')
  await page.getByRole('region', { name: 'Your Data' }).getByRole('link', { name: 'Download your data' }).click()
  const stored = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
  expect(stored).toMatchObject({ account: { email } })
})
