import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { eq, inArray } from 'drizzle-orm'
import { attachmentRows } from '#demo/rows/attachments.ts'
import { makeDocument } from '#demo/rows/documents.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeMessage, makeTicket } from '#demo/rows/tickets.ts'
import { makeUser } from '#demo/rows/users.ts'
import type { Database } from '#server/database/database.ts'
import { documents } from '#server/database/schema/support/documents.ts'
import { objects } from '#server/database/schema/objects.ts'
import { cannedReplies, ticketCategories } from '#server/database/schema/support/support-desk.ts'
import { ticketAttachments, tickets } from '#server/database/schema/support/tickets.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { expect, test } from './fixtures.ts'
import { hostile } from './hostile-texts.ts'

const WORST = '"><img src=x onerror=window.ran=1><script>window.ran=1</script>'

/** Whatever would have run or been asked for, even where the page's policy stopped it. */
function watch(page: Page, baseURL = '') {
  const faults: string[] = []
  const own = new URL(baseURL).host
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http') && host !== own) faults.push(`asked ${request.url()}`)
  })
  page.on('dialog', (dialog) => {
    faults.push(`said ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) faults.push(message.text())
  })
  return async () => expect([...faults, ...(await page.evaluate(findFaults))]).toEqual([])
}

/** Runs in the page: what should have been text and is part of it. */
function findFaults() {
  const isHandler = (name: string) => /^(on.*|srcdoc|formaction)$/i.test(name)
  const runs = (value: string | null) => /^\s*(javascript|data:text)/i.test(value ?? '')
  const foreign = [...document.querySelectorAll('iframe, object, embed, base, math, noscript, video')]
  const attributes = [...document.querySelectorAll('*')].flatMap((element) =>
    element
      .getAttributeNames()
      .filter((name) => isHandler(name) || (/^(href|src|action)$/.test(name) && runs(element.getAttribute(name))))
      .map((name) => `<${element.localName} ${name}>`),
  )
  return [
    ...(Reflect.has(window, 'ran') ? ['it ran'] : []),
    ...foreign.map(({ localName }) => localName),
    ...attributes,
  ]
}

/** Each text shows as it was written. */
const expectLiterally = (place: Locator, texts: readonly string[]) =>
  expect
    .poll(async () => {
      const shown = (await place.textContent()) ?? ''
      return texts.filter((text) => !shown.includes(text))
    })
    .toEqual([])

/** A customer of that name whose tickets are called all of it, and one ticket with all of it inside. */
async function makeHostile(db: Database, userId: string, organizationId: string) {
  await db.update(users).set({ firstName: WORST, lastName: `<svg onload=window.ran=1>` }).where(eq(users.id, userId))
  const owner = { organizationId, userId }
  await db.insert(tickets).values(hostile.map((text) => ({ ...owner, title: text, description: text })))
  const ticket = await makeTicket(db, { ...owner, title: WORST, description: hostile.join('\n') })
  for (const message of hostile) await makeMessage(db, ticket, { message })
  const files = hostile.map((text, place) => {
    const file = { id: randomUUID(), key: `attachment-${randomUUID()}.txt`, fileName: `${text}.txt` }
    const { object, attachment } = attachmentRows(ticket, file, Buffer.from(text))
    return { object, attachment: { ...attachment, position: place } }
  })
  await db.insert(objects).values(files.map(({ object }) => object))
  await db.insert(ticketAttachments).values(files.map(({ attachment }) => attachment))
  return ticket
}

const makeOrganizationCalledSo = (db: Database) => makeOrganization(db, { name: `${WORST} ${randomUUID()}` })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Ticket Details' })
const fileNames = hostile.map((text) => `${text}.txt`)

test('what a customer’s colleagues and files are called is text wherever it is read', async ({
  page,
  signIn,
  db,
  baseURL,
}) => {
  const organization = await makeOrganizationCalledSo(db)
  const { userId } = await signIn({ role: 'org_admin', organizationId: organization.id })
  const ticket = await makeHostile(db, userId, organization.id)
  const expectQuiet = watch(page, baseURL)
  await page.goto('/support')
  await expectLiterally(page.getByRole('main'), hostile)
  await expectQuiet()
  await page.goto(`/support?ticket=${ticket.id}`)
  await expectLiterally(dialog(page), [WORST, ...hostile, ...fileNames])
  await expectQuiet()
  await page.goto('/')
  await expectLiterally(page.getByRole('main'), [WORST])
  await expectQuiet()
})

test('what addresses say is text, or nothing', async ({ page, signIn, baseURL }) => {
  await signIn({ role: 'customer' })
  const expectQuiet = watch(page, baseURL)
  const given = encodeURIComponent(WORST)
  await page.goto(`/support?search=${given}&status=${given}&tab=${given}`)
  await expect(page.getByRole('searchbox').first()).toHaveValue(WORST)
  await expectQuiet()
  await page.goto(`/support?ticket=${given}`)
  await expect(dialog(page)).toContainText('This ticket does not exist.')
  await expectQuiet()
  await page.goto(`/support?new=1&title=${given}`)
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue(WORST)
  await expectQuiet()
})

test('staff read a customer’s texts, categories and prepared answers as they were written', async ({
  page,
  signIn,
  db,
  baseURL,
}) => {
  const organization = await makeOrganizationCalledSo(db)
  const { id: userId } = await makeUser(db, { organizationId: organization.id })
  const ticket = await makeHostile(db, userId, organization.id)
  const mark = randomUUID().slice(0, 8)
  const named = hostile.map((text) => `${text} ${mark}`)
  const categories = await db
    .insert(ticketCategories)
    .values(named.map((name) => ({ name, description: name })))
    .returning()
  const replies = await db
    .insert(cannedReplies)
    .values(named.map((title) => ({ title, text: title })))
    .returning()
  await db.update(tickets).set({ categoryId: categories[2]?.id }).where(eq(tickets.organizationId, organization.id))
  const { userId: staffId } = await signIn({ role: 'admin' })
  await db.update(users).set({ firstName: WORST }).where(eq(users.id, staffId))
  await db.update(tickets).set({ assigneeId: staffId }).where(eq(tickets.id, ticket.id))
  const expectQuiet = watch(page, baseURL)
  try {
    await page.goto(`/support?category=${categories[2]?.id}`)
    await expectLiterally(page.getByRole('main'), [...hostile, organization.name, named[2] ?? ''])
    await expectQuiet()
    await page.goto(`/support?ticket=${ticket.id}`)
    await expectLiterally(dialog(page), [WORST, ...hostile, ...fileNames, organization.name])
    await dialog(page).getByRole('button', { name: 'Reply', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Canned replies', exact: true }).click()
    await expectLiterally(page.getByRole('dialog', { name: 'Canned Replies' }), named)
    await expectQuiet()
    for (const tab of ['categories', 'replies']) {
      await page.goto(`/support?tab=${tab}`)
      await expectLiterally(page.getByRole('main'), named)
      await expectQuiet()
    }
    await page.goto(`/admin/audit?subject=${ticket.id}`)
    await expect(page.getByRole('main')).toBeVisible()
    await expectQuiet()
  } finally {
    const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
    await db.delete(ticketCategories).where(inArray(ticketCategories.id, idsOf(categories)))
    await db.delete(cannedReplies).where(inArray(cannedReplies.id, idsOf(replies)))
  }
})

test('titles and tags of documents are text on their cards and above their content [R-SUP-52 R-SUP-55]', async ({
  page,
  signIn,
  db,
  baseURL,
}) => {
  await signIn({ role: 'customer' })
  const made = []
  for (const text of hostile)
    made.push(await makeDocument(db, { title: text, tags: [text.slice(0, 60)], content: text }))
  const expectQuiet = watch(page, baseURL)
  try {
    await page.goto('/support?tab=documentation')
    await expectLiterally(page.getByRole('main'), hostile)
    await expectQuiet()
    for (const { id, title } of made.slice(0, 3)) {
      await page.goto(`/support?tab=documentation&document=${id}`)
      await expect(page.getByRole('dialog').getByRole('heading', { name: title })).toBeVisible()
      await expectQuiet()
    }
  } finally {
    await db.delete(documents).where(
      inArray(
        documents.id,
        made.map(({ id }) => id),
      ),
    )
  }
})
