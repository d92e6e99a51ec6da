import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search licenses' })

async function open(page: Page, path: string, title: string) {
  await page.goto(path)
  await expect(heading(page, title)).toBeVisible()
}

test('/ focuses the search of the screen, or opens the palette if there is none', async ({ page, signIn }) => {
  await signIn()
  await open(page, '/licenses?search=pump', 'License Management')
  await expect(search(page)).toHaveValue('pump')
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('a/b')
  await expect(search(page)).toHaveValue('a/b')
  await open(page, '/account', 'Account')
  await page.keyboard.press('/')
  await expect(page.getByRole('dialog', { name: 'Search or go to' }).getByRole('combobox')).toBeFocused()
})

test('g and a letter open a screen, c and n create something', async ({ page, signIn }) => {
  await signIn()
  await open(page, '/licenses', 'License Management')
  const go = async (letter: string, path: string) => {
    await page.keyboard.press('g')
    await page.keyboard.press(letter)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await go('b', '/billing')
  await go('l', '/licenses')
  await page.keyboard.press('n')
  await expect(page).toHaveURL('/support?new=1')
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click()
  await go('d', '/')
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog', { name: 'Create License' })).toBeVisible()
})

test('a user has no shortcut to a screen they may not open', async ({ page, signIn }) => {
  await signIn({ role: 'customer' })
  await open(page, '/licenses', 'License Management')
  for (const key of ['c', 'g', 'o', 'g', 'v']) await page.keyboard.press(key)
  await expect(page).toHaveURL('/licenses')
  await page.keyboard.press('?')
  await expect(dialog(page).getByText('Go to Licenses')).toBeVisible()
  for (const label of ['Create License', 'Go to Organizations', 'Go to Overview']) {
    await expect(dialog(page).getByText(label)).toHaveCount(0)
  }
  await signIn({ role: 'admin' })
  await open(page, '/licenses', 'License Management')
  // Rendering all licenses may take longer than the pause allowed between two keys.
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  for (const key of ['g', 'o']) await page.keyboard.press(key)
  await expect(page).toHaveURL('/admin/organizations')
})

test('shortcuts are off while typing, with modifier keys, and behind a dialog', async ({ page, signIn }) => {
  await signIn()
  await open(page, '/licenses', 'License Management')
  await search(page).focus()
  await page.keyboard.type('?cngb')
  await expect(search(page)).toHaveValue('?cngb')
  await page.getByRole('combobox', { name: 'Status' }).focus()
  await page.keyboard.press('c')
  await page.getByRole('button', { name: 'Theme' }).focus()
  for (const keys of ['Alt+c', 'Shift+c', 'Meta+c', 'Alt+/']) await page.keyboard.press(keys)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(dialog(page)).toBeVisible()
  for (const key of ['c', 'n', '/', 'g', 'b', 'Control+k']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(page).toHaveURL(/^[^?]*\/licenses(\?search=.*)?$/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'User menu' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('c')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the user menu lists the shortcuts, which can be turned off permanently', async ({ page, signIn }) => {
  await signIn()
  await open(page, '/billing', 'Billing')
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  for (const label of ['Search on this screen', 'Go to Dashboard', 'Focus notifications', 'Close']) {
    await expect(dialog(page).getByText(label)).toBeVisible()
  }
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog(page).getByRole('checkbox', { name: 'Use single-key shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'User menu' })).toBeFocused()
  await page.reload()
  await expect(heading(page, 'Billing')).toBeVisible()
  for (const key of ['?', 'g', 'l']) await page.keyboard.press(key)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search or go to' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(page).toHaveURL('/billing')
})
