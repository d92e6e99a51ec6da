import type { Page } from '@playwright/test'
import { makeDocument } from '#demo/rows/documents.ts'
import { versions } from '#server/database/schema/releases.ts'
import { expect, unique } from './fixtures.ts'
import { hold, placesOf } from './held.ts'
import { test } from './own-portal.ts'
import { provideVersion } from './provided-version.ts'

test.use({ viewport: { width: 1280, height: 800 } })

// One after the other: there is one list of versions.
test.describe.configure({ mode: 'default' })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Opens the dialog before its content is there, and expects that the content moves none of these buttons. */
async function expectStill(
  page: Page,
  { opens, content, buttons = ['Dismiss'] }: Record<'opens' | 'content', string> & { buttons?: string[] },
) {
  const opener = page.getByRole('main').getByRole('link', { name: opens, exact: true }).or(button(page, opens)).first()
  await expect(opener).toBeVisible()
  const letGo = await hold(page, '**/api/**')
  await opener.click()
  const dialog = page.getByRole('dialog')
  const expectInPlace = await placesOf(...buttons.map((name) => button(page, name)))
  letGo()
  await expect(dialog).toContainText(content)
  await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0)
  await expectInPlace()
}

test('what a release’s dialogs load moves none of their buttons', async ({ page, db, signIn }) => {
  await db.delete(versions)
  await provideVersion(db, { version: '4.0.0', isLatest: true })
  await provideVersion(db, { version: '5.0.0', isActive: false, publishedAt: null })
  await signIn({ role: 'admin' })
  await page.goto('/admin/files')
  await expectStill(page, { opens: 'Publish: Windows 5.0.0', content: 'Publish Now' })
  await page.goto('/admin/files')
  await expectStill(page, { opens: 'Create Release Notes', content: 'Save Release Notes' })
})

test('an organization, a document and a new ticket open where they stay', async ({ page, db, signIn }) => {
  const title = unique('Long')
  await makeDocument(db, { title, content: 'Open the application and enter the key.\n\n'.repeat(12) })
  await signIn({ role: 'admin' })
  await page.goto('/admin/organizations')
  await expectStill(page, { opens: 'View Swartland Grain Traders', content: 'Overview' })
  await page.goto(`/support?tab=documentation&search=${title}`)
  await expectStill(page, { opens: 'View', content: 'enter the key' })
  await page.goto('/support')
  await expectStill(page, { opens: 'New Ticket', content: '@acme.example', buttons: ['Dismiss', 'Create Ticket'] })
})
