import type { Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { DEVICE_TAKEN } from '#contract/licensing/changes.ts'
import { makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { expect, expectAccessible, rowOf, test, toastOf, toastOver } from './fixtures.ts'

const UUID = '4C4C4544-0042-3510-8054-B7C04F503432'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

/** The body of the next change. */
const sentBy = async (page: Page, act: () => Promise<unknown>) => {
  const asked = page.waitForRequest((request) => request.method() === 'PATCH')
  await act()
  return (await asked).postDataJSON() as unknown
}

test('a license is renamed, trimmed, without an empty description [R-VAL-32 R-VAL-33 R-VAL-34 R-ERR-27]', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  await makeLicense(db, { organizationId, label: 'Old name' })
  await page.goto('/licenses')
  await button(page, 'Edit label of Old name').click()
  const label = dialog(page).getByLabel('Label')
  await expect(label).toHaveValue('Old name')
  await label.fill('   ')
  await expect(dialog(page).getByRole('button', { name: 'Save' })).toBeDisabled()
  await label.fill('  New name ')
  await dialog(page).getByLabel('Description').fill('   ')
  const sent = await sentBy(page, () => dialog(page).getByRole('button', { name: 'Save' }).click())
  expect(sent).toEqual({ label: 'New name' })
  await expect(toastOf(page)).toContainText('License updated')
  await expect(dialog(page)).toHaveCount(0)
  await expect(rowOf(page, 'New name')).toBeVisible()
  await expect(button(page, 'Edit label of New name')).toBeFocused()
})

test('a description can be given', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeLicense(db, { organizationId, label: 'Front desk' })
  await page.goto('/licenses')
  await button(page, 'Edit label of Front desk').click()
  await dialog(page).getByLabel('Description').fill(' By the door ')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, 'Front desk')).toContainText('By the door')
})

test('a description can be taken away', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeLicense(db, { organizationId, label: 'Front desk', description: 'By the door' })
  await page.goto('/licenses')
  await button(page, 'Edit label of Front desk').click()
  await dialog(page).getByLabel('Description').fill('')
  const sent = await sentBy(page, () => dialog(page).getByRole('button', { name: 'Save' }).click())
  expect(sent).toEqual({ description: null })
  await expect(rowOf(page, 'Front desk')).not.toContainText('By the door')
})

test('does not overwrite a colleague’s change unseen', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const { id } = await makeLicense(db, { organizationId, label: 'Front desk' })
  await page.goto('/licenses')
  await button(page, 'Edit label of Front desk').click()
  await db.update(licenses).set({ label: 'Theirs', updatedAt: new Date().toISOString() }).where(eq(licenses.id, id))
  await dialog(page).getByLabel('Label').fill('Mine')
  const save = dialog(page).getByRole('button', { name: 'Save' })
  await save.click()
  await expect(toastOf(page)).toContainText('Someone else changed this license. Check it and try again.')
  await expect(dialog(page).getByLabel('Label')).toHaveValue('Mine')
  await expect(dialog(page)).toContainText('What Theirs is called.')
  await save.click()
  await expect(rowOf(page, 'Mine')).toBeVisible()
})

test('saves after a colleague’s change that took the license out of the filter', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const { id } = await makeLicense(db, { organizationId, label: 'Front desk' })
  await page.goto('/licenses?status=unassigned')
  await button(page, 'Edit label of Front desk').click()
  const theirs = { status: 'revoked', updatedAt: new Date().toISOString() } as const
  await db.update(licenses).set(theirs).where(eq(licenses.id, id))
  await dialog(page).getByLabel('Label').fill('Mine')
  const save = dialog(page).getByRole('button', { name: 'Save' })
  await save.click()
  await expect(toastOf(page)).toContainText('Someone else changed this license. Check it and try again.')
  await save.click()
  await expect(dialog(page)).toHaveCount(0)
  const [stored] = await db.select().from(licenses).where(eq(licenses.id, id))
  expect(stored).toMatchObject({ label: 'Mine', status: 'revoked' })
})

test('a UUID is assigned, trimmed, whatever its shape [R-LIC-25 R-VAL-35 R-VAL-36 R-VAL-37 R-VAL-38 R-STATE-30]', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  await makeLicense(db, { organizationId, label: 'Dispatch' })
  await page.goto('/licenses')
  await button(page, 'Assign UUID to Dispatch').click()
  const field = dialog(page).getByLabel('Device UUID')
  const save = dialog(page).getByRole('button', { name: 'Save' })
  await expect(field).toHaveAttribute('placeholder', 'XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX')
  await expect(save).toBeDisabled()
  await field.fill('   ')
  await expect(save).toBeDisabled()
  await field.fill('  not a uuid ')
  expect(await sentBy(page, () => save.click())).toEqual({ deviceFingerprint: 'not a uuid' })
  await expect(toastOf(page)).toContainText('License updated')
  await expect(rowOf(page, 'Dispatch')).toContainText('Assigned')
  await button(page, 'Edit UUID of Dispatch').click()
  await expect(field).toHaveValue('not a uuid')
  await field.fill(UUID)
  await save.click()
  await expect(rowOf(page, 'Dispatch')).toContainText(UUID.slice(0, 20))
})

test('a UUID that is in use names its license, which can be opened or moved here', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const used = { organizationId, label: 'Boardroom laptop', deviceFingerprint: UUID }
  const { id } = await makeActiveLicense(db, used)
  await makeLicense(db, { organizationId, label: 'Dispatch' })
  await page.goto('/licenses')
  const enter = async () => {
    await button(page, 'Assign UUID to Dispatch').click()
    await dialog(page).getByLabel('Device UUID').fill(UUID.toLowerCase())
    await page.keyboard.press('Enter')
  }
  await enter()
  await expect(dialog(page).getByLabel('Device UUID')).toHaveAccessibleDescription(new RegExp(DEVICE_TAKEN))
  await expect(dialog(page).getByRole('alert')).toContainText('Already on Boardroom laptop')
  await expectAccessible(page)
  await dialog(page).getByRole('link', { name: 'Open' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(`/licenses?license=${id}`)
  await page.goto('/licenses')
  await enter()
  await dialog(page).getByRole('button', { name: 'Move here' }).click()
  await page
    .getByRole('dialog', { name: /^Move “Boardroom laptop”/ })
    .getByRole('button', { name: /^Move/ })
    .click()
  await expect(dialog(page)).toContainText('Boardroom laptop is free now.')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(rowOf(page, 'Dispatch')).toContainText('Assigned')
  await expect(rowOf(page, 'Boardroom laptop')).toContainText('Unassigned')
})

test('what was typed is not lost to Escape or Back without being asked', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/licenses')
  await button(page, 'Create License').click()
  await dialog(page).getByLabel('Label').fill('Half a thought')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog(page).getByLabel('Label')).toHaveValue('Half a thought')
  await page.evaluate(() => window.history.back())
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(dialog(page)).toHaveCount(0)
})

test('a license that has moved to another device since the question is revoked only after a check', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  const { id } = await makeActiveLicense(db, { organizationId, label: 'Front desk', deviceName: 'RECEPTION-01' })
  const stored = async () => (await db.select().from(licenses).where(eq(licenses.id, id)))[0]?.status
  await page.goto('/licenses')
  await page.getByRole('button', { name: 'Revoke Front desk' }).click()
  const question = page.getByRole('alertdialog', { name: 'Revoke “Front desk”?' })
  await expect(question).toContainText('RECEPTION-01 stops working')
  await db
    .update(licenses)
    .set({ deviceName: 'BOARDROOM-02', updatedAt: sql`now()` })
    .where(eq(licenses.id, id))
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(question).toContainText('BOARDROOM-02 stops working')
  await expect(toastOver(page)).toContainText('Someone else changed this license.')
  expect(await stored()).toBe('active')
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(question).toHaveCount(0)
  expect(await stored()).toBe('revoked')
})

test('text of a row is selected without opening the row', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeLicense(db, { organizationId, label: 'Reception', description: 'Shared by both shifts' })
  await page.goto('/licenses')
  const words = page.getByRole('table', { name: 'List of Your Licenses' }).getByText('Shared by both shifts')
  const { x, y, width, height } = (await words.boundingBox())!
  await page.mouse.move(x + 1, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width - 1, y + height / 2, { steps: 4 })
  await page.mouse.up()
  await expect(page).toHaveURL('/licenses')
  expect(await page.evaluate(() => String(window.getSelection()))).toMatch(/both/)
  await page
    .getByRole('row', { name: /Shared by both shifts/ })
    .getByText('Unassigned')
    .click()
  await expect(page.getByRole('dialog', { name: 'Reception' })).toBeVisible()
})
