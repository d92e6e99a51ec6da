import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { chooseOrganization } from './choose-organization.ts'
import { expect, expectAccessible, rowOf, test, toastOf } from './fixtures.ts'

const UUID = '4C4C4544-0042-3510-8054-B7C04F503432'

const usage = (page: Page) => page.getByRole('region', { name: 'License Usage' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const question = (page: Page) => page.getByRole('alertdialog')

/** The body of the next change. */
const sentBy = async (page: Page, act: () => Promise<unknown>) => {
  const asked = page.waitForRequest((request) => request.method() === 'POST')
  await act()
  return (await asked).postDataJSON() as unknown
}

/** Every change is refused by the server with this sentence. */
const refuseChanges = (page: Page, message: string) =>
  page.route('**/api/licenses{,/*}', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 409, json: { message } }),
  )

async function chooseDelete(page: Page) {
  await button(page, 'Actions for Free').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
}

async function submitNew(page: Page, label: string) {
  await dialog(page).getByLabel('Label').fill(label)
  await dialog(page).getByRole('button', { name: 'Create License' }).click()
}

test('a new license is in the list and takes a seat [R-ERR-26 R-API-26 R-VAL-31]', async ({ page, signIn }) => {
  await signIn({ licenseLimit: 3 })
  await page.goto('/licenses')
  await expect(usage(page)).toContainText('0 of 3')
  await button(page, 'Create License').click()
  await expect(page).toHaveURL('/licenses?create=1')
  const sent = await sentBy(page, () => submitNew(page, '  Reception PC '))
  expect(sent).toEqual({ label: 'Reception PC' })
  await expect(toastOf(page)).toContainText('License created')
  await expect(toastOf(page)).toContainText('New license has been created successfully.')
  await expect(dialog(page)).toHaveAccessibleName('Reception PC')
  await expect(dialog(page).getByRole('button', { name: 'Copy key of Reception PC' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/licenses')
  await expect(rowOf(page, 'Reception PC')).toContainText('Unassigned')
  await expect(usage(page)).toContainText('1 of 3')
})

test('a blank label has a toast and an error under its field [R-VAL-29]', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/licenses?create=1')
  await submitNew(page, '   ')
  await expect(toastOf(page)).toContainText('Validation error')
  await expect(toastOf(page)).toContainText('License label is required')
  await expect(dialog(page).getByLabel('Label')).toHaveAccessibleDescription('License label is required')
  await dialog(page).getByLabel('Label').fill('x')
  await expect(dialog(page).getByText('License label is required')).toHaveCount(0)
})

test('at the limit nothing is sent [R-STATE-35 R-ERR-25]', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn({ licenseLimit: 1 })
  await makeLicense(db, { organizationId })
  const sent: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())))
  await page.goto('/licenses?create=1')
  await expect(dialog(page)).toContainText('All licenses of your plan are in use.')
  await submitNew(page, 'One too many')
  await expect(toastOf(page)).toContainText('Failed to create license')
  await expect(toastOf(page)).toContainText('License limit reached. Please upgrade your plan to create more licenses.')
  await expect(dialog(page)).toBeVisible()
  expect(sent).toEqual([])
})

test('a refused license shows the server’s sentence and keeps the typed values [R-ERR-22]', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  await page.goto('/licenses?create=1')
  await expect(dialog(page)).toBeVisible()
  await db
    .update(organizations)
    .set({ suspendedAt: new Date().toISOString() })
    .where(eq(organizations.id, organizationId))
  await submitNew(page, 'Reception PC')
  await expect(toastOf(page)).toContainText('Failed to create license')
  await expect(toastOf(page)).toContainText('Organization is suspended')
  await expect(toastOf(page)).toHaveClass(/destructive/)
  await expect(dialog(page).getByLabel('Label')).toHaveValue('Reception PC')
})

test('an admin creates a license for the organization it chooses [R-ROLE-48]', async ({ page, signIn, db }) => {
  const name = `Chosen ${crypto.randomUUID()}`
  const { id } = await makeOrganization(db, { name })
  await makeSubscription(db, { organizationId: id, licenseLimit: 1 })
  await signIn({ role: 'admin' })
  await page.goto(`/licenses?search=${name.slice(7)}&create=1`)
  await submitNew(page, name)
  await expect(dialog(page).getByLabel('Organization')).toHaveAccessibleDescription('Organization is required')
  await chooseOrganization(page, name)
  await submitNew(page, name)
  await expect(dialog(page)).toHaveAccessibleName(name)
  await page.keyboard.press('Escape')
  await expect(rowOf(page, name)).toContainText('Unassigned')
  expect(await db.$count(licenses, eq(licenses.organizationId, id))).toBe(1)
})

test('revoking names the license and its device, restoring frees it [R-STATE-28 R-STATE-29]', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn({ role: 'customer' })
  await makeActiveLicense(db, { organizationId, label: 'Front desk', deviceName: 'RECEPTION-01' })
  await page.goto('/licenses')
  await button(page, 'Revoke Front desk').click()
  await expect(question(page)).toHaveAccessibleName('Revoke “Front desk”?')
  await expect(question(page)).toHaveAccessibleDescription(/RECEPTION-01 stops working/)
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, 'Front desk')).toContainText('Active')
  await button(page, 'Revoke Front desk').click()
  await question(page).getByRole('button', { name: 'Revoke' }).click()
  await expect(toastOf(page)).toContainText('License updatedFront desk revoked')
  await expect(toastOf(page).getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(rowOf(page, 'Front desk')).toContainText('Revoked')
  await expect(button(page, 'Restore Front desk')).toBeFocused()
  await button(page, 'Restore Front desk').click()
  await expect(question(page)).toHaveAccessibleDescription(/RECEPTION-01 stays locked until an administrator reserves/)
  await expect(question(page).getByRole('checkbox')).toHaveCount(0)
  await question(page).getByRole('button', { name: 'Restore' }).click()
  await expect(rowOf(page, 'Front desk')).toContainText('Unassigned')
  await expect(rowOf(page, 'Front desk')).toContainText('Not activated')
})

test('restoring asks an administrator whether the device it was on is to have it again', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  for (const label of ['Front desk', 'Back office'])
    await makeActiveLicense(db, {
      organizationId,
      label,
      deviceName: `${label.slice(0, 5).trim()}-01`,
      status: 'revoked',
    })
  await page.goto('/licenses')
  await button(page, 'Restore Front desk').click()
  await expect(question(page)).toHaveAccessibleName('Restore “Front desk”?')
  await expect(question(page)).toHaveAccessibleDescription(/free for any other device\. Front-01 stays locked/)
  await expectAccessible(page)
  await question(page).getByRole('button', { name: 'Restore' }).click()
  await expect(rowOf(page, 'Front desk')).toContainText('Unassigned')

  await button(page, 'Restore Back office').click()
  await question(page).getByLabel('Reserve it for Back-01').check()
  await expect(question(page)).toHaveAccessibleDescription(/assigned to Back-01, which activates it again/)
  await question(page).getByRole('button', { name: 'Restore' }).click()
  await expect(rowOf(page, 'Back office')).toContainText('Assigned')
})

test('only a free license can be deleted, and it asks first [R-STATE-33 R-STATE-34 R-ERR-28]', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn({ licenseLimit: 5 })
  await makeLicense(db, { organizationId, label: 'Taken', deviceFingerprint: UUID })
  await makeLicense(db, { organizationId, label: 'Free' })
  await page.goto('/licenses')
  await expect(usage(page)).toContainText('2 of 5')
  await button(page, 'Actions for Taken').click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await chooseDelete(page)
  await expect(question(page)).toHaveAccessibleName('Delete “Free”?')
  await expect(question(page)).toHaveAccessibleDescription(
    'Are you sure you want to delete this license? This action cannot be undone.',
  )
  await page.keyboard.press('Escape')
  await expect(rowOf(page, 'Free')).toBeVisible()
  await chooseDelete(page)
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page)).toContainText('License deleted')
  await expect(rowOf(page, 'Free')).toHaveCount(0)
  await expect(usage(page)).toContainText('1 of 5')
})

test('a refused change keeps its dialog and shows the server’s sentence [R-ERR-23 R-ERR-24]', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  await makeLicense(db, { organizationId, label: 'Free' })
  await page.goto('/licenses')
  await refuseChanges(page, 'Not today.')
  await button(page, 'Edit label of Free').click()
  await dialog(page).getByLabel('Label').fill('Other')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page)).toContainText('Failed to update license')
  await expect(toastOf(page)).toContainText('Not today.')
  await expect(dialog(page).getByLabel('Label')).toHaveValue('Other')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await chooseDelete(page)
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page)).toContainText('Failed to delete license')
  await expect(question(page)).toBeVisible()
})

test('every dialog is accessible in light and dark', async ({ page, signIn, db }) => {
  test.slow()
  const { organizationId } = await signIn({ licenseLimit: 2 })
  await makeActiveLicense(db, { organizationId, label: 'Active' })
  await makeLicense(db, { organizationId, label: 'Free', description: 'Spare' })
  await page.goto('/licenses')
  for (const name of [
    'Create License',
    'Edit label of Free',
    'Assign UUID to Free',
    'Revoke Active',
    'Actions for Free',
  ]) {
    await button(page, name).click()
    if (name === 'Actions for Free') await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(dialog(page).or(question(page))).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog(page).or(question(page))).toHaveCount(0)
  }
})
