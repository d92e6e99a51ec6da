import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './fixtures.ts'

const TAB = '/support?tab=targets'

test('an admin sets a target, keeps what another has changed since, and an agent reads it', async ({
  page,
  signIn,
}) => {
  await signIn({ role: 'admin' })
  await page.goto(TAB)
  const row = page.getByRole('table', { name: 'List of Response Targets' }).getByRole('row', { name: /Low/ })
  await row.getByRole('button', { name: 'Edit targets for low tickets' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Response Target: Low' })
  const [first, resolution] = [dialog.getByLabel('First response (hours)'), dialog.getByLabel('Resolution (hours)')]
  await first.fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(first).toHaveAccessibleDescription('Required')
  for (const [hours, message] of [
    ['-1', 'At least an hour'],
    ['1.5', 'Whole hours'],
  ] as const) {
    await first.fill(hours)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(first).toHaveAccessibleDescription(message)
  }
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await first.fill('72')
  await resolution.fill('71')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(resolution).toHaveAccessibleDescription('The resolution target can’t be before the first response')
  await resolution.fill('341')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(toastOf(page)).toContainText('Response target updated')
  await expect(row).toContainText('341 h')

  await row.getByRole('button', { name: 'Edit targets for low tickets' }).click()
  await resolution.fill('342')
  const targets = [{ priority: 'low', firstResponseHours: 73, resolutionHours: 341 }]
  expect((await page.request.put('/api/ticket-targets', { data: { targets } })).status()).toBe(200)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('342 h')
  await expect(row).toContainText('73 h')

  await signIn({ role: 'agent' })
  await page.reload()
  await expect(row).toContainText('342 h')
  await expect(page.getByRole('button', { name: /^Edit targets/ })).toHaveCount(0)
})

test('an admin adds a day on which the desk is closed, keeps what another has changed since, and an agent reads it', async ({
  page,
  signIn,
}) => {
  await signIn({ role: 'admin' })
  await page.goto(TAB)
  const card = page.getByRole('region', { name: 'Business Hours' })
  await expect(card).toContainText('Monday to Friday, 08:00 to 17:00')
  await expect(card).toContainText('Africa/Johannesburg')
  await card.getByRole('button', { name: 'Edit business hours' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Business Hours' })
  await expect(dialog.getByLabel('Friday')).toBeChecked()
  await expect(dialog.getByLabel('Saturday')).not.toBeChecked()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByLabel('Closes').fill('08:00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Closes')).toHaveAccessibleDescription('Must be after the opening time')
  await dialog.getByLabel('Closes').fill('17:00')
  await dialog.getByLabel('Also closed on (optional)').fill('2099-12-28, 2099-12-31')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(toastOf(page)).toContainText('Business hours updated')
  await expect(card).toContainText('South African public holidays, 2099-12-28, 2099-12-31')
  await expectAccessible(page)

  await card.getByRole('button', { name: 'Edit business hours' }).click()
  await dialog.getByLabel('Opens').fill('07:45')
  const before = await (await page.request.get('/api/business-hours')).json()
  const closedDays = [...before.closedDays, '2098-12-28']
  expect((await page.request.put('/api/business-hours', { data: { ...before, closedDays } })).status()).toBe(200)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText('Monday to Friday, 07:45 to 17:00')
  await expect(card).toContainText('2098-12-28, 2099-12-28, 2099-12-31')

  await signIn({ role: 'agent' })
  await page.reload()
  await expect(card).toContainText('2099-12-28')
  await expect(card.getByRole('button')).toHaveCount(0)
})
