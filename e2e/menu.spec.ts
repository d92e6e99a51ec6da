import { expect, test } from './fixtures.ts'

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
