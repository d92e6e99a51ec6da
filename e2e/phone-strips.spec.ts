import type { Page } from '@playwright/test'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { expect, expectNoSidewaysScroll, test } from './fixtures.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

const views = (page: Page) => page.getByRole('navigation', { name: 'Views' })

test('a phone shows which tab and which view are open', async ({ page, signIn }) => {
  await signIn({ role: 'agent' })
  await page.goto('/support?tab=targets')
  await expect(page.getByRole('tab', { name: 'Targets' })).toBeInViewport({ ratio: 1 })
  await page.goto('/support?view=all')
  const all = views(page).getByRole('link', { name: /^All \d/ })
  await expect(all).toHaveAttribute('aria-current', 'page')
  await expect(all).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByRole('tab', { name: 'Categories' }).press('End')
  await expect(page.getByRole('tab', { name: 'Targets' })).toBeInViewport({ ratio: 1 })
})

test('a phone shows which quick filter is on', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const tags = ['Durban warehouse', 'Johannesburg depot', 'Pretoria reception', 'Windhoek workshop']
  await makeLicense(db, { organizationId, tags })
  await page.goto(`/licenses?tag=${encodeURIComponent(tags[3] ?? '')}`)
  const chip = page.getByRole('list', { name: 'Quick filters' }).getByRole('button', { name: tags[3], exact: true })
  await expect(chip).toBeInViewport({ ratio: 1 })
})

test('a phone shows the whole subject of a ticket, and “Next ticket” stays under the finger', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, userId } = await signIn()
  const title = 'The scanner at the loading bay of the second warehouse reads each label twice since the update'
  const [long, short] = [
    await makeTicket(db, { organizationId, userId, title }),
    await makeTicket(db, { organizationId, userId, title: 'Short' }),
  ]
  await signIn({ role: 'agent' })
  await page.goto(`/support?view=all&open=${long.id}`)
  const pane = page.getByRole('region', { name: 'Ticket', exact: true })
  const subject = pane.getByRole('heading', { name: title })
  await expect(subject).toBeVisible()
  expect(await subject.evaluate((heading) => heading.scrollWidth - heading.clientWidth)).toBe(0)
  await expectNoSidewaysScroll(page)
  const next = pane.getByRole('button', { name: 'Next ticket' })
  const place = await next.boundingBox()
  await page.goto(`/support?view=all&open=${short.id}`)
  await expect(pane.getByRole('heading', { name: 'Short', exact: true })).toBeVisible()
  expect(await next.boundingBox()).toEqual(place)
})
