import type { Page } from '@playwright/test'
import { cannedReplies } from '#server/database/schema/support/support-desk.ts'
import { expect, unique } from './fixtures.ts'
import { pane, test, text } from './two-tickets.ts'

const note = (page: Page) => pane(page).getByRole('textbox', { name: 'Internal message' })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a slash opens the canned replies each time, also once their code is loaded', async ({
  page,
  db,
  two: { address },
}) => {
  const title = unique('A first')
  await db.insert(cannedReplies).values({ title, text: 'Please restart it.' })
  await page.goto(address)
  for (const round of [1, 2]) {
    await text(page).fill('')
    await text(page).press('/')
    const replies = dialog(page, 'Canned Replies')
    await expect(replies.getByRole('searchbox')).toHaveValue('')
    await expect(replies.getByRole('button', { name: title })).toBeVisible()
    if (round === 1) await page.keyboard.press('Escape')
    await expect(replies).toHaveCount(round - 1)
  }
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
  await expect(text(page)).toHaveValue('Please restart it.')
  await expect(text(page)).toBeFocused()
})

test('an at sign opens the colleagues each time, but not in an email address', async ({
  page,
  openAgent,
  two: { address },
}) => {
  const { name } = await openAgent()
  await page.goto(address)
  await pane(page).getByRole('button', { name: 'Internal note' }).click()
  await note(page).pressSequentially('Mail joe@example.com, ')
  await expect(note(page)).toHaveValue('Mail joe@example.com, ')
  const colleagues = dialog(page, 'Mention a colleague')
  for (const round of [1, 2]) {
    await page.keyboard.type('@')
    await expect(colleagues.getByRole('searchbox')).toHaveValue('')
    await page.keyboard.type(name)
    await expect(colleagues.getByRole('button', { name })).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(note(page)).toHaveValue(`Mail joe@example.com, ${`@${name} `.repeat(round)}`)
    // The closing dialog returns the focus a moment later: keys typed before it does are lost.
    await expect(note(page)).toBeFocused()
  }
})
