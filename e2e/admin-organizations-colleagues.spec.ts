import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { expect, expectToastOver, test, unique } from './fixtures.ts'
import { address } from './organizations.ts'

test.beforeEach(({ signIn }) => signIn({ role: 'admin' }).then(() => undefined))

test('a price for fewer licenses than a colleague has added since is saved only after a check', async ({
  page,
  db,
}) => {
  const { id: organizationId } = await makeOrganization(db, { name: unique('Grown Works') })
  const { id } = await makeSubscription(db, { organizationId, licenseLimit: 10, monthlyCents: 12_000 })
  await page.goto(address(organizationId, 'subscription'))
  await page.getByRole('button', { name: 'Edit Price' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Price' })
  await dialog.getByLabel('Price per License').fill('15')
  const grown = await page.request.patch(`/api/admin/subscriptions/${id}`, { data: { licenseLimit: 20 } })
  expect(grown.status()).toBe(200)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToastOver(page, 'Someone has changed the number of licenses: it is 20 now.')
  await expect(dialog.getByLabel('Monthly total')).toHaveText('R300.00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Current Subscription' })).toContainText('R300.00 per month')
})

test('a change of the price keeps the licenses that a colleague has added since', async ({ page, db }) => {
  const { id: organizationId } = await makeOrganization(db, { name: unique('Grown Mills') })
  const { id } = await makeSubscription(db, { organizationId, licenseLimit: 10, monthlyCents: 12_000 })
  await page.goto(address(organizationId, 'subscription'))
  await page.getByRole('button', { name: 'Change Subscription' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Subscription' })
  await dialog.getByLabel('Price per License').fill('15')
  await page.request.patch(`/api/admin/subscriptions/${id}`, { data: { licenseLimit: 20 } })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToastOver(page, 'Someone has changed the number of licenses: it is 20 now.')
  await expect(dialog.getByLabel('Number of Licenses')).toHaveValue('20')
  await expect(dialog.getByLabel('Price per License')).toHaveValue('15')
  await expect(dialog.getByLabel('Monthly total')).toHaveText('R300.00')
})

test('more licenses keep the price and the plan that a colleague has changed since', async ({ page, db }) => {
  const { id: organizationId } = await makeOrganization(db, { name: unique('Dearer Mills') })
  const { id } = await makeSubscription(db, { organizationId, licenseLimit: 10, monthlyCents: 12_000 })
  await page.goto(address(organizationId, 'subscription'))
  await page.getByRole('button', { name: 'Change Subscription' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Subscription' })
  await dialog.getByLabel('Number of Licenses').fill('20')
  const data = { price: '180.00', planName: 'Gold Plan' }
  expect((await page.request.patch(`/api/admin/subscriptions/${id}`, { data })).status()).toBe(200)
  const save = dialog.getByRole('button', { name: 'Save' })
  await save.click()
  await expectToastOver(page, 'Someone has changed the price: it is R180.00 a month now. Check it and save again.')
  await expect(dialog.getByLabel('Price per License')).toHaveValue('18.00')
  await expect(dialog.getByLabel('Number of Licenses')).toHaveValue('20')
  await save.click()
  await expect(dialog).toHaveCount(0)
  const current = page.getByRole('region', { name: 'Current Subscription' })
  await expect(current).toContainText('R360.00 per month')
  await expect(current).toContainText('Gold Plan')
})

test('more licenses from a list that shows an older price are saved only after a check', async ({ page, db }) => {
  const name = unique('Older Mills')
  const { id: organizationId } = await makeOrganization(db, { name })
  const { id } = await makeSubscription(db, { organizationId, licenseLimit: 10, monthlyCents: 12_000 })
  await page.goto(`/admin/organizations?search=${name}`)
  const actions = page.getByRole('button', { name: `Actions for ${name}` })
  await expect(actions).toBeVisible()
  expect((await page.request.patch(`/api/admin/subscriptions/${id}`, { data: { price: '180.00' } })).status()).toBe(200)
  await actions.click()
  await page.getByRole('menuitem', { name: 'Change Subscription' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Subscription' })
  await dialog.getByLabel('Number of Licenses').fill('20')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToastOver(page, 'Someone has changed the price: it is R180.00 a month now. Check it and save again.')
  await expect(dialog.getByLabel('Price per License')).toHaveValue('18.00')
  await expect(dialog.getByLabel('Number of Licenses')).toHaveValue('20')
})

test('a price that replaces a colleague’s newer one is saved only after a check', async ({ page, db }) => {
  const { id: organizationId } = await makeOrganization(db, { name: unique('Dearer Works') })
  const { id } = await makeSubscription(db, { organizationId, licenseLimit: 10, monthlyCents: 12_000 })
  await page.goto(address(organizationId, 'subscription'))
  await page.getByRole('button', { name: 'Edit Price' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Price' })
  await dialog.getByLabel('Price per License').fill('15')
  const data = { price: '180.00' }
  expect((await page.request.patch(`/api/admin/subscriptions/${id}`, { data })).status()).toBe(200)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToastOver(page, 'Someone has changed the price: it is R180.00 a month now. Check it and save again.')
  await expect(dialog.getByLabel('Price per License')).toHaveValue('15')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Current Subscription' })).toContainText('R150.00 per month')
})
