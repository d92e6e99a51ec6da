import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { expect, toastOf } from './fixtures.ts'
import { holdWrites } from './hold-writes.ts'
import { pane, test } from './two-tickets.ts'

/** Agents who are faster than the line. */

const property = (page: Page, name: string) => pane(page).getByRole('combobox', { name, exact: true })
const storedOf = async (db: Database, id: string) => (await db.select().from(tickets).where(eq(tickets.id, id)))[0]

test('changes that are chosen before the first is answered are shown and saved, without a conflict', async ({
  page,
  db,
  two: { one, address },
}) => {
  const { seen, letGo } = await holdWrites(page, `**/api/tickets/${one.id}`)
  await page.goto(address)
  await property(page, 'Status').selectOption('In Progress')
  await property(page, 'Priority').selectOption('Urgent')
  await pane(page).getByRole('button', { name: 'Resolve' }).click()
  await expect.poll(() => seen.length).toBe(1)
  await expect(property(page, 'Status')).toHaveValue('resolved')
  await expect(property(page, 'Priority')).toHaveValue('urgent')
  letGo()
  await expect(pane(page).getByRole('button', { name: 'Reopen' })).toBeVisible()
  await expect(pane(page)).not.toContainText('Someone else changed this ticket')
  await expect(toastOf(page)).toContainText('Ticket updated')
  expect(await storedOf(db, one.id)).toMatchObject({ status: 'resolved', priority: 'urgent' })
})

test('a double click resolves a ticket, and does not reopen it', async ({ page, db, two: { one, address } }) => {
  await page.goto(address)
  await pane(page).getByRole('button', { name: 'Resolve' }).click()
  await expect(pane(page).getByRole('button', { name: 'Reopen' })).toBeVisible()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await property(page, 'Priority').selectOption('Low')
  await expect.poll(async () => (await storedOf(db, one.id))?.priority).toBe('low')
  expect((await storedOf(db, one.id))?.status).toBe('resolved')
})

test('the undo of the second of two quick changes returns to the first', async ({
  page,
  db,
  two: { one, address },
}) => {
  const { seen, letGo } = await holdWrites(page, `**/api/tickets/${one.id}`)
  await page.goto(address)
  await property(page, 'Priority').selectOption('High')
  await property(page, 'Priority').selectOption('Urgent')
  await expect.poll(() => seen.length).toBe(1)
  letGo()
  await expect.poll(async () => (await storedOf(db, one.id))?.priority).toBe('urgent')
  await toastOf(page).last().getByRole('button', { name: 'Undo' }).click()
  await expect(property(page, 'Priority')).toHaveValue('high')
  await expect.poll(async () => (await storedOf(db, one.id))?.priority).toBe('high')
})
