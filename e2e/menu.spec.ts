import { makeLicenseRequest } from '#demo/rows/license-requests.ts'
import { card, expect, test } from './fixtures.ts'

for (const key of ['Enter', 'Space'])
  test(`${key} opens a menu at its first item each time, and a click at none`, async ({ page, signIn }) => {
    await signIn()
    await page.goto('/licenses')
    const menu = page.getByRole('button', { name: 'User menu' })
    const first = page.getByRole('menuitem').first()
    for (const _opening of ['first', 'second']) {
      await menu.focus()
      await page.keyboard.press(key)
      await expect(first).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(menu).toBeFocused()
    }
    await page.reload()
    await menu.click()
    await expect(page.getByRole('menu')).toBeFocused()
  })

test('the focus moves to the next row when a choice of the menu removes its own', async ({ page, signIn, db }) => {
  const { organizationId, userId, organization } = await signIn()
  await makeLicenseRequest(db, { organizationId, userId })
  await signIn({ role: 'admin' })
  await page.goto('/admin/overview')
  const menus = card(page, 'To Do').getByRole('button', { name: /^Actions for/ })
  const menu = card(page, 'To Do').getByRole('button', { name: `Actions for ${organization}` })
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Snooze for a week' }).press('Enter')
  await expect(menu).toHaveCount(0)
  await expect(menus.and(page.locator(':focus'))).toHaveCount(1)
})
