import { supportDesk, type SupportReport } from '#contract/support/support-desk.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './fixtures.ts'

const TAB = '/support?tab=categories'

test('an admin sets a target, an agent reads it', async ({ page, signIn }) => {
  await signIn({ role: 'admin' })
  await page.goto(TAB)
  const row = page.getByRole('table', { name: 'List of Response Targets' }).getByRole('row', { name: /Low/ })
  await row.getByRole('button', { name: 'Edit targets for low tickets' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Response Target: Low' })
  const [first, resolution] = [dialog.getByLabel('First response (hours)'), dialog.getByLabel('Resolution (hours)')]
  await first.fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(first).toHaveAccessibleDescription('Required')
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

  await signIn({ role: 'agent' })
  await page.reload()
  await expect(row).toContainText('341 h')
  await expect(page.getByRole('button', { name: /^Edit targets/ })).toHaveCount(0)
})

test('an admin adds a day on which the desk is closed, an agent reads it', async ({ page, signIn }) => {
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

  await signIn({ role: 'agent' })
  await page.reload()
  await expect(card).toContainText('2099-12-28')
  await expect(card.getByRole('button')).toHaveCount(0)
})

test('the month’s figures are in words, and what there is none of has a sentence', async ({ page, signIn }) => {
  await signIn({ role: 'agent' })
  const answer = (report: SupportReport) =>
    page.route(`**${supportDesk.report.url}`, (route) => route.fulfill({ json: report }), { times: 1 })
  await answer({
    medianFirstResponse: 5400,
    medianResolution: 187_200,
    firstResponsesInTime: 0.999,
    resolutionsInTime: 0.5,
    averageRating: 4.25,
    ratings: 12,
  })
  await page.goto(TAB)
  const card = page.getByRole('region', { name: 'Last 30 Days' })
  for (const words of ['1 h 30 min', '52 h', '99%', '50%', '4.3 of 5', '12 ratings'])
    await expect(card).toContainText(words)
  await answer({
    medianFirstResponse: null,
    medianResolution: null,
    firstResponsesInTime: null,
    resolutionsInTime: null,
    averageRating: null,
    ratings: 0,
  })
  await page.reload()
  for (const words of ['No tickets answered.', 'No tickets resolved.', 'No ratings.'])
    await expect(card).toContainText(words)
})
