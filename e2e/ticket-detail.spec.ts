import { makeMessage, makeTicket } from '#demo/rows/tickets.ts'
import { makeUser } from '#demo/rows/users.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './fixtures.ts'
import { button, dialog, facts, makeForeign, messages, open } from './ticket-dialog.ts'

const INTERNAL = 'Internal message (not visible to customer)'

test('a customer reads its own ticket and nothing of the desk [R-SUP-79 R-SUP-80 R-SUP-81 R-SUP-82 R-SUP-83 R-SUP-99 R-CONST-33]', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const { id, number } = await makeTicket(db, {
    organizationId,
    userId,
    title: 'The window stays empty',
    description: 'First line\nSee https://example.com/help.',
    status: 'waiting_customer',
    priority: 'urgent',
    createdAt: '2026-03-05T12:07:00.000Z',
    updatedAt: '2026-03-06T06:30:00.000Z',
  })
  await open(page, id)
  await expect(dialog(page)).toContainText(`TKT-2026-${String(number).padStart(6, '0')}`)
  await expect(dialog(page).getByRole('heading', { name: 'The window stays empty' })).toBeVisible()
  await expect(dialog(page).getByText('First line\nSee https://example.com/help.')).toHaveCSS('white-space', 'pre-wrap')
  await expect(dialog(page).getByRole('link', { name: 'https://example.com/help' })).toHaveAttribute(
    'rel',
    'noreferrer nofollow',
  )
  await expect(dialog(page).getByText('Waiting Response', { exact: true })).toBeVisible()
  await expect(dialog(page).getByText('Urgent', { exact: true })).toBeVisible()
  await expect(facts(page, 'Created')).toContainText('Mar 05, 2026 14:07')
  await expect(facts(page, 'Updated')).toContainText('Mar 06, 2026 08:30')
  for (const name of ['Edit', 'Reply', 'History', 'Assign to me', 'Canned replies'])
    await expect(button(page, name)).toHaveCount(0)
  await expect(dialog(page).getByLabel(INTERNAL)).toHaveCount(0)
  await expect(dialog(page)).not.toContainText('Assignee')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL('/support')
})

test('labels each author by role for the reader [R-SUP-85 R-SUP-86 R-API-42]', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn({ role: 'org_admin' })
  const agent = await makeUser(db, { role: 'agent', firstName: 'Anna', lastName: 'Smith' })
  const colleague = await makeUser(db, { organizationId, firstName: 'Sipho', lastName: 'Zulu' })
  const ticket = await makeTicket(db, { organizationId, userId })
  const at = (minute: number) => `2026-03-05T12:0${minute}:00.000Z`
  await makeMessage(db, ticket, { message: 'Mine', createdAt: at(1) })
  await makeMessage(db, ticket, { message: 'Theirs', userId: agent.id, createdAt: at(2) })
  await makeMessage(db, ticket, { message: 'CANARY', userId: agent.id, isInternal: true, createdAt: at(3) })
  await makeMessage(db, ticket, { message: 'Colleague', userId: colleague.id, createdAt: at(4) })
  await makeMessage(db, ticket, { message: 'Emailed', createdAt: at(5), emailHash: sha256(ticket.id) })
  await open(page, ticket.id)
  await expect(messages(page).getByRole('listitem')).toHaveText([
    'YouMar 05, 2026 14:01Mine',
    'Support Agent Anna SmithMar 05, 2026 14:02Theirs',
    'Sipho ZuluMar 05, 2026 14:04Colleague',
    'YouMar 05, 2026 14:05by emailEmailed',
  ])
})

test('staff see what is internal, in a conversation that scrolls within itself [R-SUP-84 R-SUP-87 R-ROLE-13]', async ({
  page,
  signIn,
  db,
}) => {
  await signIn({ role: 'agent' })
  const { ticket, customer, organization } = await makeForeign(db)
  for (const line of Array.from({ length: 12 }).keys()) await makeMessage(db, ticket, { message: `Line ${line}\n\n.` })
  const note = { message: 'Between us', isInternal: true, userId: (await makeUser(db, { role: 'agent' })).id }
  await makeMessage(db, ticket, note)
  await open(page, ticket.id)
  const internal = messages(page).getByRole('listitem').filter({ hasText: 'Between us' })
  await expect(internal.getByText('Internal', { exact: true })).toBeInViewport()
  await expect(messages(page)).toHaveCSS('max-height', '384px')
  await expect(messages(page)).toHaveJSProperty('clientHeight', 382)
  await expect(messages(page)).toHaveAttribute('tabindex', '0')
  await expect(messages(page).getByText('Thandi Nkosi')).toHaveCount(12)
  await expect(facts(page, 'Customer')).toContainText(`Thandi Nkosi${customer.email}`)
  await expect(facts(page, 'Organization')).toContainText(organization.name)
  await expect(facts(page, 'Organization').getByRole('link')).toHaveAttribute('href', `/customers/${organization.id}`)
})

test('an empty conversation comforts a customer [R-SUP-88 R-SUP-90]', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  await open(page, (await makeTicket(db, { organizationId, userId })).id)
  await expect(messages(page)).toHaveText('No messages yet.Our support team will respond soon.')
})

test('a user who came by a link starts at the page title once the ticket is closed', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  await open(page, (await makeTicket(db, { organizationId, userId })).id)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL('/support')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('an empty conversation invites staff [R-SUP-88 R-SUP-89]', async ({ page, signIn, db }) => {
  await signIn({ role: 'admin' })
  const { ticket, organization } = await makeForeign(db)
  await open(page, ticket.id)
  await expect(messages(page)).toHaveText('No messages yet.Start the conversation by adding a reply.')
  await facts(page, 'Organization').getByRole('link', { name: organization.name }).click()
  await expect(page).toHaveURL(`/customers/${organization.id}`)
})

test('a customer adds a comment [R-SUP-98 R-VAL-65 R-VAL-66 R-VAL-67 R-ERR-46 R-ERR-54 R-API-44 R-ROLE-37]', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const { id } = await makeTicket(db, { organizationId, userId })
  await open(page, id)
  const sent: unknown[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.postDataJSON()))
  const text = dialog(page).getByLabel('Add Comment')
  await expect(button(page, 'Send')).toBeDisabled()
  await text.fill('  \n ')
  await expect(button(page, 'Send')).toBeDisabled()
  await text.press('Control+Enter')
  await text.fill('It still fails.')

  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(`**/api/tickets/${id}/messages`, async (route) => {
    await held
    await route.fulfill({ status: 500, json: { message: 'Out of order' } })
  })
  await text.press('Control+Enter')
  await expect(button(page, 'Sending…')).toBeDisabled()
  letGo()
  await expect(toastOf(page)).toContainText('Failed to send message')
  await expect(text).toHaveValue('It still fails.')

  await page.unroute(`**/api/tickets/${id}/messages`)
  await button(page, 'Send').click()
  await expect(toastOf(page)).toContainText('Message sent')
  await expect(messages(page).getByRole('listitem')).toContainText(['It still fails.'])
  await expect(text).toHaveValue('')
  await expect(text).toBeFocused()
  expect(sent).toHaveLength(2)
})

for (const id of ['00000000-0000-4000-8000-000000000000', 'no-id'])
  test(`an unknown ticket (${id}) is an empty dialog, not a failure`, async ({ page, signIn }) => {
    await signIn({ role: 'customer' })
    await page.goto(`/support?ticket=${id}`)
    await expect(dialog(page)).toContainText('This ticket does not exist.')
  })

test('another organization’s ticket does not exist either', async ({ page, signIn, db }) => {
  await signIn({ role: 'org_admin' })
  const { ticket } = await makeForeign(db, { title: 'CANARY' })
  await page.goto(`/support?ticket=${ticket.id}`)
  await expect(dialog(page)).toContainText('This ticket does not exist.')
  expect(await page.content()).not.toContain('CANARY')
})

const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=1</script>javascript:alert(1)'

test('markup in a title, a message and the name of a file is text', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const ticket = await makeTicket(db, { organizationId, userId, title: MARKUP, description: MARKUP })
  await makeMessage(db, ticket, { message: MARKUP })
  await open(page, ticket.id)
  const name = '<img src=x onerror=document.title=1>.txt'
  await dialog(page)
    .getByLabel('Attachments (optional)')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('Just words.') })
  await dialog(page).getByLabel('Add Comment').fill('With a file')
  await button(page, 'Send').click()
  const file = messages(page).getByRole('link', { name })
  await expect(file).toContainText('11 B')
  await expect(dialog(page).getByRole('heading', { name: MARKUP })).toBeVisible()
  await expect(messages(page).getByText(MARKUP)).toBeVisible()
  await expect(dialog(page).locator('img, script')).toHaveCount(0)
  await expect(dialog(page).getByRole('link')).toHaveCount(1)
  expect(await page.title()).not.toBe('1')
  const saved = page.waitForEvent('download')
  await file.click()
  expect((await saved).url()).toContain(`/api/tickets/${ticket.id}/attachments/`)
})

test('nothing in the dialog needs colors, a mouse or a wide screen', async ({ page, signIn, db }) => {
  await signIn({ role: 'agent' })
  const { ticket } = await makeForeign(db, {
    title: 'W'.repeat(120),
    description: `https://example.com/${'a'.repeat(300)}`,
  })
  await makeMessage(db, ticket, { message: 'x'.repeat(400) })
  await makeMessage(db, ticket, { isInternal: true, message: 'https://example.com/log' })
  await open(page, ticket.id)
  await expectAccessible(page)
  await button(page, 'History').click()
  await button(page, 'Edit').click()
  await button(page, 'Reply').click()
  await dialog(page).getByLabel(INTERNAL).check()
  await dialog(page).getByLabel('Internal message', { exact: true }).fill('A note')
  await expect(dialog(page).getByLabel('Assignee')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const sticksOut = await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(sticksOut).toBe(0)
})

test('a customer who is sent the address of a ticket in the inbox sees that ticket', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  const { id } = await makeTicket(db, { organizationId, userId, title: 'The window stays empty' })
  await page.goto(`/support?view=mine&open=${id}`)
  await expect(dialog(page).getByRole('heading', { name: 'The window stays empty' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/support\?view=mine$/)
})
