import { makeOrganization } from '#demo/rows/organizations.ts'
import { chooseOrganization, organizationChoice, organizationList } from './choose-organization.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, unique } from './fixtures.ts'

const SHOWN = 50

test.beforeEach(({ signIn }) => signIn({ role: 'admin' }))

test('an organization is found by any part of its name or address, with the keyboard alone', async ({ page, db }) => {
  const name = unique('Found Works')
  const contactEmail = `office@${unique('address')}.example`
  await makeOrganization(db, { name, contactEmail })
  await page.goto('/admin/billing?send=1')
  const dialog = page.getByRole('dialog', { name: 'Upload Invoice' })
  await expect(dialog.getByLabel('Organization')).toBeFocused()
  await page.keyboard.type(contactEmail.slice(3))
  await expect(organizationList(page).getByRole('option')).toHaveText([`${name}${contactEmail}`])
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(organizationChoice(page)).toHaveText(name)
  await expect(organizationChoice(page)).toBeFocused()

  await page.keyboard.press('ArrowDown')
  const first = organizationList(page).getByRole('option').first()
  await expect(first).toContainText(name)
  await expect(first.getByLabel('chosen')).toBeVisible()
  await organizationList(page).getByRole('combobox').fill(unique('no such name'))
  await expect(organizationList(page).getByText('Nothing found.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(organizationList(page)).toHaveCount(0)
  await expect(organizationChoice(page)).toHaveText(name)

  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(organizationList(page)).toHaveCount(0)
  await expect(dialog.getByLabel('Invoice Number')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Discard your changes?')).toBeVisible()
})

test('choosing an organization removes the error of its field', async ({ page, db }) => {
  const { name } = await makeOrganization(db, { name: unique('Chosen Works') })
  await page.goto('/admin/billing?send=1')
  const dialog = page.getByRole('dialog', { name: 'Upload Invoice' })
  await dialog.getByRole('button', { name: 'Upload Invoice' }).click()
  await expect(organizationChoice(page)).toHaveAccessibleDescription('Organization is required')
  await chooseOrganization(page, name)
  await expect(dialog.getByText('Organization is required')).toHaveCount(0)
})

test('a long list says that there are more, and a filter can be cleared', async ({ page, db }) => {
  const start = unique('Many')
  for (let place = 0; place <= SHOWN; place += 1) await makeOrganization(db, { name: `${start} ${place}` })
  await page.goto('/admin/audit')
  await organizationChoice(page).click()
  const options = organizationList(page).getByRole('option')
  await organizationList(page).getByRole('combobox').fill(start)
  await expect(options).toHaveCount(SHOWN)
  await expect(organizationList(page).getByText(`The first ${SHOWN}. Type more to find others.`)).toBeVisible()
  await expectAccessible(page)
  await organizationList(page).getByRole('combobox').fill(`${start} 50`)
  await options.click()
  await expect(organizationChoice(page)).toHaveText(`${start} 50`)
  await expect(page).toHaveURL(/organizationId=/)
  await page.setViewportSize({ width: 320, height: 568 })
  await organizationChoice(page).click()
  await expect(options.first()).toBeInViewport()
  await expectNoSidewaysScroll(page)
  await options.filter({ hasText: 'All organizations' }).click()
  await expect(page).not.toHaveURL(/organizationId=/)
  await organizationChoice(page).click()
  await organizationChoice(page).click()
  await expect(organizationList(page)).toHaveCount(0)
})
