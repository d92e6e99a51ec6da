import type { Locator, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { expect, test, unique } from './fixtures.ts'

const scroll = (list: Locator) => list.evaluate((box) => box.scrollTop)

async function leaveAndReturn(page: Page, by: string, title: string) {
  await page.getByRole('navigation').getByRole('link', { name: by, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: by })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

test('Back leads to the end of a long table that was left there', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn({ licenseLimit: 200 })
  for (let number = 100; number < 220; number += 1)
    await makeLicense(db, { organizationId, label: `${'Reception of the office '.repeat(4)}${number}` })
  await page.goto('/licenses?sort=label')
  const list = page.locator('main [data-scroll-box]').first()
  const last = list.getByRole('row', { name: '219' })
  await expect(list.getByRole('row', { name: '100' })).toBeVisible()
  await expect(async () => {
    await list.evaluate((box) => box.scrollTo({ top: box.scrollHeight }))
    await expect(last).toBeVisible({ timeout: 500 })
  }).toPass()
  await leaveAndReturn(page, 'Downloads', 'License Management')
  await expect(last).toBeVisible()
})

test('Back leads to the same place among tickets, of staff and of a customer', async ({ page, db, signIn }) => {
  const { organizationId, userId } = await signIn()
  const title = unique('Place')
  for (let number = 10; number < 40; number += 1)
    await makeTicket(db, { organizationId, userId, title: `${title} ${number}` })
  const list = page.getByRole('region', { name: 'Tickets', exact: true })
  for (const by of ['Downloads', 'Customers']) {
    if (by === 'Customers') await signIn({ role: 'agent' })
    await page.goto(`/support?view=all&search=${title}`)
    await expect(list.getByRole('listitem').nth(29)).toBeAttached()
    await list.evaluate((box) => box.scrollTo({ top: 300 }))
    await leaveAndReturn(page, by, 'Support Center')
    await expect.poll(() => scroll(list)).toBe(300)
  }
})

test('a list that Back found too short for the place starts at its top with another filter', async ({
  page,
  db,
  signIn,
}) => {
  await page.clock.install()
  const { organizationId, userId } = await signIn()
  for (let number = 10; number < 40; number += 1)
    await makeTicket(db, { organizationId, userId, title: `Place ${number}` })
  const list = page.getByRole('region', { name: 'Tickets', exact: true })
  await page.goto('/support?status=open')
  await expect(list.getByRole('listitem').nth(29)).toBeAttached()
  await list.evaluate((box) => box.scrollTo({ top: 300 }))
  await page.getByRole('navigation').getByRole('link', { name: 'Downloads', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Downloads' })).toBeVisible()
  await page.clock.fastForward('10:00')
  await db.update(tickets).set({ status: 'resolved' }).where(eq(tickets.organizationId, organizationId))
  await makeTicket(db, { organizationId, userId, title: 'Place 40' })
  await page.goBack()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.getByLabel('Status', { exact: true }).selectOption('')
  await expect(list.getByRole('listitem').nth(30)).toBeAttached()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await scroll(list)).toBe(0)
})
