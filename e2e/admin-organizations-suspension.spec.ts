import { makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { expect, expectAccessible, test, toastOf, toastOver, unique } from './fixtures.ts'
import { choose, menuOf } from './organizations.ts'

test.beforeEach(({ signIn }) => signIn({ role: 'admin' }).then(() => undefined))

const busy = { status: 502, body: '' }

test('asks for confirmation before an organization is suspended or reactivated [R-AORG-15 R-AORG-16 R-AORG-17 R-AORG-18 R-ERR-87 R-ERR-88]', async ({
  page,
  db,
}) => {
  const name = unique('Stopped')
  const { id: organizationId } = await makeOrganization(db, { name })
  await makeSubscription(db, { organizationId })
  await makeActiveLicense(db, { organizationId })
  await makeLicense(db, { organizationId })
  await makeLicense(db, { organizationId, status: 'revoked' })
  await choose(page, name, 'Suspend')
  const asking = page.getByRole('dialog', { name: `Suspend “${name}”?` })
  await expect(asking).toContainText('Its licenses (up to 10) stop working immediately.')
  await expect(asking).toContainText('Its members can still sign in, pay and get support.')
  await expectAccessible(page)
  await asking.getByRole('button', { name: 'Suspend' }).click()
  await expect(asking.getByLabel('Reason')).toBeFocused()
  await expect(asking.getByLabel('Reason')).toHaveAccessibleDescription(/Reason is required/)
  await asking.getByLabel('Reason').fill('Unpaid since June')
  await asking.getByRole('button', { name: 'Suspend' }).click()
  await expect(toastOf(page)).toContainText('Organization suspended. 2 licenses invalidated.')
  await expect(asking).toHaveCount(0)
  await expect(page.getByRole('row', { name })).toContainText('InactiveSuspended')
  await menuOf(page, name).click()
  await expect(page.getByRole('menuitem', { name: 'Suspend' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Reactivate' }).click()
  await page
    .getByRole('alertdialog', { name: `Reactivate “${name}”?` })
    .getByRole('button', { name: 'Reactivate' })
    .click()
  await expect(toastOf(page)).toContainText('Organization unsuspended. 2 licenses activated.')
  await expect(page.getByRole('row', { name }).getByText('Active', { exact: true })).toBeVisible()
})

test('a suspension that fails says so and leaves the question [R-ERR-63]', async ({ page, db }) => {
  const name = unique('Kept')
  await makeOrganization(db, { name })
  await page.route('**/suspend', (route) => route.fulfill(busy))
  await choose(page, name, 'Suspend')
  const asking = page.getByRole('dialog', { name: `Suspend “${name}”?` })
  await asking.getByLabel('Reason').fill('Unpaid since June')
  await asking.getByRole('button', { name: 'Suspend' }).click()
  await expect(toastOver(page)).toContainText('Failed to suspend/unsuspend organization')
  await expect(asking.getByLabel('Reason')).toHaveValue('Unpaid since June')
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await expect(asking).toHaveCount(0)
  await expect(page.getByRole('row', { name })).toContainText('Active')
})

test('an organization is suspended where it is viewed, and its reason stays there [R-ERR-87]', async ({ page, db }) => {
  const { id, name } = await makeOrganization(db, { name: unique('Viewed') })
  await page.goto(`/admin/organizations?view=${id}`)
  await page.getByRole('button', { name: 'Suspend' }).click()
  const asking = page.getByRole('dialog', { name: `Suspend “${name}”?` })
  await asking.getByLabel('Reason').fill('Unpaid since June')
  await asking.getByRole('button', { name: 'Suspend' }).click()
  await expect(toastOver(page)).toContainText('Organization suspended. 0 licenses invalidated.')
  await expect(page.getByRole('button', { name: 'Reactivate' })).toBeFocused()
  const view = page.getByRole('dialog', { name })
  await expect(view).toContainText('Suspended on')
  await expect(view).toContainText('Unpaid since JuneOnly staff can see the reason.')
  await expectAccessible(page)
})
