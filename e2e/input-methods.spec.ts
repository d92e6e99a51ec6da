import type { Page } from '@playwright/test'
import { makeVersion } from '#demo/rows/releases.ts'
import { cannedReplies } from '#server/database/schema/support/support-desk.ts'
import { expect, test, unique } from './fixtures.ts'
import { button, dialog, makeForeign, open } from './ticket-dialog.ts'

/** Writes with an input method, as for Japanese. Its keys reach the page as they do on a Mac. */
async function composing(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  return {
    write: (text: string) =>
      devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length }),
    press: async (key: string) => {
      for (const type of ['rawKeyDown', 'keyUp'] as const)
        await devtools.send('Input.dispatchKeyEvent', { type, key, code: key, windowsVirtualKeyCode: 229 })
    },
    accept: (text: string) => devtools.send('Input.insertText', { text }),
  }
}

test('Escape that an input method uses closes no dialog', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/account')
  await page.getByRole('button', { name: 'Edit profile' }).click()
  const profile = page.getByRole('dialog', { name: 'Edit profile' })
  const name = profile.getByLabel('First Name')
  await name.clear()
  const method = await composing(page)
  await method.write('はな')
  await expect(name).toHaveValue('はな')
  await method.press('Escape')
  await method.accept('花')
  await expect(name).toHaveValue('花')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await profile.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('main')).toContainText('花')
})

test('Enter that an input method uses chooses no canned reply', async ({ page, signIn, db }) => {
  await signIn({ role: 'agent' })
  const title = unique('確認')
  await db.insert(cannedReplies).values({ title, text: 'We look at it.' })
  const { ticket } = await makeForeign(db)
  await open(page, ticket.id)
  await button(page, 'Reply').click()
  await button(page, 'Canned replies').click()
  const choice = page.getByRole('dialog', { name: 'Canned Replies' })
  const search = choice.getByLabel('Search canned replies')
  await expect(choice.getByRole('button', { name: title })).toBeVisible()
  await search.focus()
  const method = await composing(page)
  await method.write('確')
  await method.press('ArrowDown')
  await method.press('Enter')
  await method.accept(title)
  await expect(search).toHaveValue(title)
  await expect(search).toBeFocused()
  await search.press('Enter')
  await expect(dialog(page).getByLabel('Reply to customer')).toHaveValue('We look at it.')
})

test('Enter that an input method uses adds no line of release notes', async ({ page, signIn, db }) => {
  await signIn({ role: 'admin' })
  await makeVersion(db, { version: `6.${unique('1').replace(/\D/g, '').slice(0, 6)}.0` })
  await page.goto('/admin/files')
  await page.getByRole('button', { name: 'Create Release Notes' }).click()
  const notes = page.getByRole('dialog', { name: 'Create Release Notes' })
  await notes.getByRole('button', { name: 'Add to New Features' }).click()
  const lines = notes.getByRole('textbox', { name: /^New Features \d+$/ })
  await expect(lines).toBeFocused()
  const method = await composing(page)
  await method.write('はやい')
  await method.press('Enter')
  await method.accept('速い')
  await expect(lines).toHaveCount(1)
  await expect(lines).toHaveValue('速い')
  await lines.press('Enter')
  await expect(lines).toHaveCount(2)
})
