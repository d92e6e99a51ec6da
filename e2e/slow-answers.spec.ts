import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { pane, test } from './two-tickets.ts'

/** The server answers at once, and the answers to the reads of this path arrive when the test releases them. */
async function holdAnswers(page: Page, path: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    answer()
    await released
    await route.fulfill({ response })
  })
  return { answered, release }
}

test('the effects of a reply can be chosen once the last choice is known', async ({ page, two: { address } }) => {
  const { release } = await holdAnswers(page, '**/api/inbox/reply-choice')
  await page.goto(address)
  const waits = pane(page).getByRole('checkbox', { name: 'Set Waiting Response' })
  const assigns = pane(page).getByRole('checkbox', { name: 'Assign to me' })
  await expect(waits).toBeDisabled()
  await expect(assigns).toBeDisabled()
  release()
  await expect(assigns).toBeChecked()
  await waits.uncheck()
  await expect(assigns).toBeChecked()
})

test('the effects of a reply can be loaded again after their read failed', async ({ page, two: { address } }) => {
  await page.route('**/api/inbox/reply-choice', (route) => route.fulfill({ status: 500, json: { message: 'Busy' } }))
  await page.goto(address)
  await expect(pane(page)).toContainText('Failed to load what a reply does to the ticket. Please try again.')
  await page.unroute('**/api/inbox/reply-choice')
  await pane(page).getByRole('button', { name: 'Try again' }).click()
  await expect(pane(page).getByRole('checkbox', { name: 'Assign to me' })).toBeChecked()
})

test('a list of followers that was read before the user followed does not replace it', async ({
  page,
  two: { address, one },
}) => {
  await page.goto(address)
  const more = pane(page).getByRole('button', { name: 'More actions' })
  const follow = page.getByRole('menuitem', { name: 'Follow (get emails about it)' })
  const unfollow = page.getByRole('menuitem', { name: 'Stop following' })
  await more.click()
  await expect(follow).toBeVisible()
  await page.keyboard.press('Escape')
  const { answered, release } = await holdAnswers(page, `**/api/tickets/${one.id}/followers`)
  await pane(page).getByLabel('Priority').selectOption('urgent')
  await answered
  await more.click()
  const answerTo = (method: string) =>
    page.waitForResponse((response) => response.url().endsWith('/followers') && response.request().method() === method)
  const followed = answerTo('PUT')
  await follow.click()
  await followed
  const late = answerTo('GET')
  release()
  await (await late).finished()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await more.click()
  await expect(unfollow).toBeVisible()
})
