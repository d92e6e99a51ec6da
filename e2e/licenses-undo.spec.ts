import type { Page } from '@playwright/test'
import { makeActiveLicense } from '#demo/rows/licenses.ts'
import { expect, test, toastOf } from './fixtures.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const question = (page: Page) => page.getByRole('alertdialog')

test('an administrator undoes a revocation from its notification, which covers no action of a row', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn({ role: 'org_admin' })
  for (let number = 0; number < 20; number += 1)
    await makeActiveLicense(db, { organizationId, label: `Device ${number}`, deviceName: `PC-${number}` })
  await page.goto('/licenses')
  await button(page, 'Revoke Device 7').click()
  await question(page).getByRole('button', { name: 'Revoke' }).click()
  await expect(toastOf(page)).toContainText('Device 7 revoked')
  const [toast, action] = [await toastOf(page).boundingBox(), await button(page, 'Restore Device 7').boundingBox()]
  expect((toast?.x ?? 0) + (toast?.width ?? 0)).toBeLessThan(action?.x ?? 0)
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toastOf(page)).toContainText('Device 7 restored, reserved for its device')
  await expect(page.getByRole('row').filter({ hasText: 'Device 7' })).toContainText('Assigned')
})
