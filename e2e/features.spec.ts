import { makeActiveLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { expect, expectAccessible, expectToastOver, test, unique } from './fixtures.ts'
import { address } from './organizations.ts'

test('an admin chooses the features of a subscription, with those of others to choose from', async ({
  page,
  db,
  signIn,
}) => {
  await signIn({ role: 'admin' })
  const feature = unique('export')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  const other = await makeOrganization(db, { name: unique('Other Mines') })
  const long = `${feature}-${'w'.repeat(40)}`.slice(0, 40)
  await makeSubscription(db, { organizationId: other.id, features: [feature, long] })
  const { id: organizationId } = await makeOrganization(db, { name: unique('Feature Mines') })
  await makeSubscription(db, { organizationId, licenseLimit: 10, monthlyCents: 12_000 })
  await page.goto(address(organizationId, 'subscription'))
  await page.getByRole('button', { name: 'Change Subscription' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Subscription' })
  const field = dialog.getByRole('textbox', { name: 'Features' })
  await field.fill('Cad Export')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(field).toHaveAccessibleDescription(/lowercase letters, digits and hyphens/)
  await field.fill(`zoning, ${feature.slice(0, -1)}`)
  const suggested = dialog.getByRole('list', { name: 'Suggested features' }).getByRole('listitem')
  await expect(suggested).toHaveCount(2)
  await field.press('End')
  await field.press(',')
  await expect(suggested).not.toHaveCount(2)
  await field.press('Backspace')
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await dialog.getByRole('button', { name: `Add ${feature}`, exact: true }).click()
  await expect(field).toHaveValue(`zoning, ${feature}`)
  await expect(field).toBeFocused()
  await expectAccessible(page)
  const posted = page.waitForRequest((request) => request.method() === 'PATCH')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const { features, featuresFrom, ...others } = (await posted).postDataJSON()
  expect([features, featuresFrom]).toEqual([['zoning', feature].toSorted(), []])
  expect(others).toEqual({ seatsFrom: 10, priceFrom: '120.00' })
  await expect(dialog).toHaveCount(0)
  const current = page.getByRole('region', { name: 'Current Subscription' })
  await expect(current.getByRole('list', { name: 'Features' }).getByRole('listitem')).toHaveText([feature, 'zoning'])
})

test('features pasted from a column or a list with semicolons are read one by one', async ({ page, db, signIn }) => {
  await signIn({ role: 'admin' })
  const { id: organizationId } = await makeOrganization(db, { name: unique('Pasted Mines') })
  await makeSubscription(db, { organizationId })
  await page.goto(address(organizationId, 'subscription'))
  await page.getByRole('button', { name: 'Change Subscription' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Subscription' })
  await dialog.getByRole('textbox', { name: 'Features' }).focus()
  await page.keyboard.insertText('zoning\nreports\tcad-export; \nlayers,\n')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  const shown = page.getByRole('region', { name: 'Current Subscription' }).getByRole('list', { name: 'Features' })
  await expect(shown.getByRole('listitem')).toHaveText(['cad-export', 'layers', 'reports', 'zoning'])
})

test('features that a colleague has added since are kept', async ({ page, db, signIn }) => {
  await signIn({ role: 'admin' })
  const { id: organizationId } = await makeOrganization(db, { name: unique('Shared Mines') })
  const { id } = await makeSubscription(db, { organizationId, features: ['reports'] })
  await page.goto(address(organizationId, 'subscription'))
  await page.getByRole('button', { name: 'Change Subscription' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Subscription' })
  await dialog.getByRole('textbox', { name: 'Features' }).fill('zoning')
  await page.request.patch(`/api/admin/subscriptions/${id}`, { data: { features: ['reports', 'cad-export'] } })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToastOver(page, 'Someone has changed the features: cad-export, reports. Check them, and save again.')
  await expect(dialog.getByRole('textbox', { name: 'Features' })).toHaveValue('cad-export, zoning')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  const shown = page.getByRole('region', { name: 'Current Subscription' }).getByRole('list', { name: 'Features' })
  await expect(shown.getByRole('listitem')).toHaveText(['cad-export', 'zoning'])
})

test('customers see their features on the billing page, and in the checks of a license', async ({
  page,
  db,
  signIn,
}) => {
  const { organizationId } = await signIn({ licenseLimit: null })
  await makeSubscription(db, { organizationId, features: ['cad-export', 'reports'] })
  const { id } = await makeActiveLicense(db, { organizationId })
  await page.goto('/billing')
  const features = page.getByRole('list', { name: 'Features' }).getByRole('listitem')
  await expect(features).toHaveText(['cad-export', 'reports'])
  await page.goto(`/licenses?diagnose=${id}`)
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Features of the application' })).toBeVisible()
  await expect(features).toHaveText(['cad-export', 'reports'])
  await expectAccessible(page)
})
