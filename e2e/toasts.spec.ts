import { makeActiveLicense } from '#demo/rows/licenses.ts'
import { expect, expectAccessible, test, toastOf } from './fixtures.ts'
import { settled } from './settled.ts'

test('F8 leads to the one toast; it leaves after five seconds [R-TOAST-01 R-TOAST-02 R-TOAST-05 R-CONST-35 R-CONST-36 R-CONST-39]', async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn()
  await page.clock.install()
  await page.goto('/licenses')
  const copy = page.getByRole('button', { name: 'Copy command' })
  await copy.click()
  await expect(toastOf(page)).toHaveCount(1)
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await expect(toastOf(page)).toHaveCount(0)
  await copy.click()
  await copy.click()
  await expect(toastOf(page)).toHaveCount(1)
  await page.clock.runFor(4900)
  await expect(toastOf(page)).toHaveCount(1)
  await page.clock.runFor(200)
  await expect(toastOf(page)).toHaveCount(0)
  await copy.click()
  await expect(toastOf(page)).toHaveCount(1)
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: /notifications/i }).getByRole('list')).toBeFocused()
})

test('the notifications region exists before the first toast, and F8 focuses it [R-TOAST-05 R-CONST-39]', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/licenses')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const list = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')
  await expect(list).toHaveCount(1)
  await page.keyboard.press('F8')
  await expect(list).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await expect(list).not.toBeFocused()
  await page.keyboard.press('F8')
  await expect(list).toBeFocused()
})

test('the focus returns from the notifications to where it was', async ({ page, context, signIn, db }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { organizationId } = await signIn()
  await makeActiveLicense(db, { organizationId, label: 'Front desk' })
  await page.goto('/licenses')
  const list = page.getByRole('region', { name: /notifications/i }).getByRole('list')
  const copy = page.getByRole('button', { name: 'Copy key of Front desk' })
  await copy.press('Enter')
  await expect(toastOf(page)).toHaveCount(1)
  await page.keyboard.press('F8')
  await expect(list).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(toastOf(page)).toHaveCount(0)
  await expect(copy).toBeFocused()
  await page.keyboard.press('F8')
  await expect(list).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(copy).toBeFocused()

  await page.getByRole('button', { name: 'Revoke Front desk' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).press('Enter')
  const restore = page.getByRole('button', { name: 'Restore Front desk' })
  await expect(restore).toBeFocused()
  for (const key of ['F8', 'Tab', 'Tab']) await page.keyboard.press(key)
  await expect(toastOf(page).getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Front desk restored')
  await expect(page.locator('[data-scroll-box]:focus, [data-scroll-box] :focus')).toHaveCount(1)
})

test('a toast closed by mouse leaves the page where it was scrolled to', async ({ page, context, signIn, db }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { organizationId } = await signIn()
  await makeActiveLicense(db, { organizationId, label: 'Front desk' })
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.goto('/licenses')
  await settled(page)
  await page.getByRole('button', { name: 'Copy key of Front desk' }).click()
  const end = await page.evaluate(() => {
    window.scrollTo(0, document.body.scrollHeight)
    return window.scrollY
  })
  expect(end).toBeGreaterThan(200)
  await toastOf(page).getByRole('button', { name: 'Dismiss notification' }).click()
  await expect(toastOf(page)).toHaveCount(0)
  expect(await page.evaluate(() => window.scrollY)).toBe(end)
})

test('a swipe of 50 pixels to the right dismisses a toast, a shorter one does not [R-TOAST-04 R-CONST-38]', async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn()
  await page.goto('/licenses')
  await page.getByRole('button', { name: 'Copy command' }).click()
  const swipe = async (distance: number) => {
    const box = await toastOf(page).boundingBox()
    const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 20]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + distance / 2, y)
    await page.mouse.move(x + distance, y)
    await page.mouse.up()
  }
  await swipe(46)
  await expect(toastOf(page)).toHaveCount(1)
  await swipe(54)
  await expect(toastOf(page)).toHaveCount(0)
})
