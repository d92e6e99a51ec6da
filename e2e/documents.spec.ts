import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { makeDocument } from '#demo/rows/documents.ts'
import { documents as table } from '#server/database/schema/support/documents.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './fixtures.ts'
import { settled } from './settled.ts'

/** A word that only the documents of one test have. */
const newMark = () => `ilou${crypto.randomUUID().slice(0, 8)}`

const groupOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const cardOf = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
/** A dialog hides everything else from assistive technology: its toast is found by looking at the screen. */
const toastOver = (page: Page, text: string) =>
  page.getByRole('listitem', { includeHidden: true }).filter({ hasText: text })
const busy = { status: 502, body: '' }

test('customers see what is published, by what it is [R-SUP-49 R-SUP-50 R-SUP-51 R-SUP-52 R-SUP-53 R-SUP-54 R-SUP-55 R-SUP-56 R-SUP-57 R-SUP-59 R-SUP-48 R-STATE-52 R-STATE-53]', async ({
  page,
  db,
  signIn,
}) => {
  const tag = newMark()
  const facts = { tags: [tag, 'eft'], content: `## Steps\n\n${'**word** '.repeat(60)}` }
  for (const type of ['faq', 'tutorial', 'doc', 'guide', 'policy'] as const)
    await makeDocument(db, { ...facts, type, title: `A ${type}`, updatedAt: '2026-03-05T12:00:00.000Z' })
  await makeDocument(db, { ...facts, title: 'Unfinished', published: false })
  await signIn({ role: 'customer' })
  await page.goto(`/support?tab=documentation&tag=${tag}`)
  await expect(groupOf(page, 'Frequently Asked Questions').getByRole('article')).toHaveCount(1)
  await expect(groupOf(page, 'Tutorials').getByRole('article', { name: 'A tutorial' })).toContainText('tutorial')
  await expect(groupOf(page, 'Documentation').getByRole('article', { name: 'A doc' })).toContainText('doc')
  await expect(groupOf(page, 'Guides & Policies').getByRole('article')).toHaveCount(2)
  const card = cardOf(page, 'A faq')
  await expect(card.getByText('FAQ', { exact: true })).toBeVisible()
  await expect(card.getByText(`${`Steps ${'word '.repeat(60)}`.slice(0, 150)}…`)).toBeVisible()
  await expect(card.getByText('Updated Mar 05, 2026')).toBeVisible()
  await expect(card.getByRole('list', { name: 'Tags' })).toContainText('eft')
  await expect(page.getByText('Unfinished')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Delete|Edit|Publish|New Document/ })).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('the documentation is asked for only while its tab is open [R-SUP-10 R-SUP-40 R-API-51]', async ({
  page,
  signIn,
}) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/docs') && asked.push(request.url()))
  await signIn({ role: 'customer' })
  await page.goto('/support')
  await page.getByRole('tab', { name: 'Documentation' }).hover()
  await settled(page)
  expect(asked).toEqual([])
  await page.getByRole('tab', { name: 'Documentation' }).click()
  await expect(page.getByRole('button', { name: 'View' }).first()).toBeVisible()
  expect(asked).toHaveLength(1)
})

test('a document is read above the list, shared by its link and closed again [R-SUP-60 R-SUP-61 R-SUP-62 R-SUP-63]', async ({
  page,
  db,
  signIn,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const tag = newMark()
  const dates = { createdAt: '2026-03-05T12:00:00.000Z', updatedAt: '2026-04-06T12:00:00.000Z' }
  const { id } = await makeDocument(db, { title: 'Pay', content: 'By **EFT**', type: 'faq', tags: [tag], ...dates })
  await signIn({ role: 'customer' })
  await page.goto(`/support?tab=documentation&tag=${tag}`)
  await cardOf(page, 'Pay').getByRole('button', { name: 'View' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Pay' })
  await expect(dialog.locator('strong')).toHaveText('EFT')
  for (const text of ['FAQ', tag, 'Created Mar 05, 2026', 'Updated Apr 06, 2026'])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(toastOver(page, 'Link copied to clipboard.')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.reload()
  await expect(dialog.locator('strong')).toHaveText('EFT')
  await dialog.getByRole('button', { name: 'Dismiss' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(cardOf(page, 'Pay')).toBeVisible()
  await page.goto(link)
  await expect(dialog.locator('strong')).toHaveText('EFT')
  await db.update(table).set({ published: false }).where(eq(table.id, id))
  await page.reload()
  await expect(page.getByRole('dialog').getByText('This document doesn’t exist')).toBeVisible()
  await page.goto('/support?tab=documentation&document=nonsense')
  await expect(page.getByRole('dialog').getByText('This document doesn’t exist')).toBeVisible()
})

test('a search shows where its words stand, and type and tag narrow the list and are taken away again', async ({
  page,
  db,
  signIn,
}) => {
  const mark = newMark()
  await makeDocument(db, { title: 'First', content: `Once ${mark} is paid.`, tags: ['eft', mark] })
  await makeDocument(db, { title: `The ${mark}`, type: 'faq' })
  await signIn({ role: 'org_admin' })
  await page.goto('/support?tab=documentation')
  await page.getByRole('searchbox', { name: 'Search documentation' }).fill(mark)
  const results = groupOf(page, 'Search Results')
  await expect(results.getByRole('article')).toHaveCount(2)
  await expect(results.getByRole('heading', { level: 3 })).toHaveText([`The ${mark}`, 'First'])
  await expect(results.locator('mark')).toHaveText([mark])
  await expectAccessible(page)
  await page.getByLabel('Type').selectOption('FAQ')
  await expect(results.getByRole('article')).toHaveCount(1)
  await page.reload()
  await expect(results.getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: 'Type: FAQ' }).click()
  await results.getByRole('button', { name: mark }).click()
  await expect(results.getByRole('heading', { level: 3 })).toHaveText(['First'])
  await page.getByLabel('Type').selectOption('Policy')
  await page.getByRole('button', { name: 'Clear search and filter' }).click()
  await expect(groupOf(page, 'Frequently Asked Questions')).toBeVisible()
  await expect(page).toHaveURL('/support?tab=documentation')
})

test('nothing there is said to customers and to staff in their own words, and a failure can be tried again [R-SUP-64 R-SUP-65]', async ({
  page,
  signIn,
}) => {
  await page.route('**/api/docs?*', (route) => route.fulfill(busy))
  await signIn({ role: 'customer' })
  await page.goto('/support?tab=documentation')
  await expect(page.getByText('Failed to load the documentation. Please try again.')).toBeVisible()
  await page.route('**/api/docs?*', (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No published documentation is currently available.')).toBeVisible()
  await signIn({ role: 'agent' })
  await page.reload()
  await expect(page.getByText('No documentation available. Create your first document to get started.')).toBeVisible()
})

test('staff write a document beside its preview [R-SUP-41 R-SUP-42 R-SUP-43 R-SUP-44 R-SUP-45 R-SUP-46 R-SUP-47 R-VAL-69 R-VAL-71 R-ERR-47 R-ERR-55 R-STATE-51]', async ({
  page,
  db,
  signIn,
}) => {
  const title = newMark()
  await signIn({ role: 'agent' })
  await page.goto('/support?tab=documentation')
  await page.getByRole('button', { name: 'New Document' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Document' })
  const create = dialog.getByRole('button', { name: 'Create Document' })
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await expect(dialog.getByText('Markdown is supported')).toBeVisible()
  await expect(dialog.getByLabel('Type').locator('option')).toHaveText(['Doc', 'FAQ', 'Guide', 'Policy', 'Tutorial'])
  await create.click()
  await expect(dialog.getByText('Title and content are required')).toHaveCount(1)
  await dialog.getByLabel('Title').fill(title)
  await create.click()
  await expect(dialog.getByLabel('Content')).toBeFocused()
  await expect(dialog.getByText('Title and content are required')).toHaveCount(1)
  await dialog.getByLabel('Content').fill('# Steps\n\nEnter the **key**.')
  await expect(dialog.getByRole('heading', { name: 'Steps', level: 3 })).toBeVisible()
  await dialog.getByLabel('Type').selectOption('Tutorial')
  await dialog.getByLabel('Tags').fill(' setup, keys,, setup ')
  await dialog.getByLabel('Publish immediately').check()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.route('**/api/docs', (route) => route.fulfill(busy))
  await create.click()
  await expect(toastOver(page, 'Failed to create document')).toBeVisible()
  await page.unroute('**/api/docs')
  await create.click()
  await expect(toastOf(page)).toContainText('Document created')
  await expect(dialog).toHaveCount(0)
  await expect(groupOf(page, 'Tutorials').getByRole('article', { name: title })).toContainText('Steps Enter the key.')
  const [stored] = await db.select().from(table).where(eq(table.title, title))
  expect(stored).toMatchObject({ type: 'tutorial', tags: ['setup', 'keys'], published: true })
})

test('staff publish, change and delete what is a draft [R-SUP-58 R-ERR-48 R-ERR-56]', async ({ page, db, signIn }) => {
  const title = newMark()
  const { id } = await makeDocument(db, { title, tags: [title], published: false })
  await signIn({ role: 'admin' })
  await page.goto(`/support?tab=documentation&tag=${title}`)
  const draft = groupOf(page, 'Drafts').getByRole('article', { name: title })
  await draft.getByRole('button', { name: 'Publish' }).click()
  await expect(toastOf(page)).toContainText('Document published')
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toastOf(page)).toContainText('Document is a draft again')
  await draft.getByRole('button', { name: 'Publish' }).click()
  await expect(toastOf(page)).toContainText('Document published')
  const card = groupOf(page, 'Documentation').getByRole('article', { name: title })
  await card.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Document' })
  await dialog.getByLabel('Content').fill('Other words.')
  await dialog.getByLabel('Published').uncheck()
  await db.update(table).set({ type: 'faq', updatedAt: new Date().toISOString() }).where(eq(table.id, id))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toastOver(page, 'Someone else changed this document. Check it and try again.')).toBeVisible()
  await expect(dialog.getByLabel('Content')).toHaveValue('Other words.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page)).toContainText('Document updated')
  await expect(draft).toContainText('Other words.')

  const question = page.getByRole('alertdialog', { name: `Delete “${title}”?` })
  await page.route(`**/api/docs/${id}`, (route) => route.fulfill(busy))
  await draft.getByRole('button', { name: 'Delete' }).click()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toastOver(page, 'Failed to delete document')).toBeVisible()
  await page.unroute(`**/api/docs/${id}`)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toastOver(page, 'Document deleted')).toBeVisible()
  await expect(page.getByText('No documentation found matching your search.')).toBeVisible()
})

test('what is suggested while a question is typed is read above it, and the question stays', async ({
  page,
  db,
  signIn,
}) => {
  const mark = newMark()
  await makeDocument(db, { title: `Moving ${mark}`, content: 'Carry it.' })
  await makeDocument(db, { title: `Draft ${mark}`, published: false })
  await signIn({ role: 'customer' })
  await page.goto('/support?new=1')
  const asking = page.getByRole('dialog', { name: 'New Ticket' })
  await asking.getByLabel('Title').fill(`How do we move ${mark}?`)
  const suggested = asking.getByRole('region', { name: 'Suggested documentation' })
  const suggestion = suggested.getByRole('button', { name: `Moving ${mark}` })
  await expect(suggestion).toBeVisible()
  await expect(suggested).not.toContainText('Draft')
  await expectAccessible(page)
  await suggestion.click()
  const article = page.getByRole('dialog', { name: `Moving ${mark}` })
  await expect(article.getByText('Carry it.')).toBeVisible()
  await article.getByRole('button', { name: 'Dismiss' }).click()
  await expect(article).toHaveCount(0)
  await expect(asking.getByLabel('Title')).toHaveValue(`How do we move ${mark}?`)
})
