import { makeDocument } from '#demo/rows/documents.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { expect, test, unique } from './fixtures.ts'
import { hold, placesOf } from './held.ts'

const LAPTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

test('the buttons of a question stay where they are while its consequences are loaded', async ({
  page,
  db,
  signIn,
}) => {
  await signIn({ role: 'admin' })
  const name = unique('Billed')
  const { id: organizationId } = await makeOrganization(db, { name })
  const { id, invoiceNumber } = await makeInvoice(db, { organizationId, dueDate: '2099-03-05' })
  const letGo = await hold(page, `**/api/admin/billing/invoices/${id}/status-preview*`)
  await page.goto(`/admin/billing?search=${name}`)
  await page.getByRole('button', { name: `Overdue: ${invoiceNumber}` }).click()
  const question = page.getByRole('alertdialog')
  const expectInPlace = await placesOf(question.getByRole('button', { name: 'Cancel' }))
  letGo()
  await expect(question.getByText('Only the status changes')).toBeVisible()
  await expectInPlace()
})

test('the tabs of an organization stay where they are while they are switched', async ({ page, db, signIn }) => {
  await signIn({ role: 'admin' })
  await page.setViewportSize(LAPTOP)
  const organization = await makeOrganization(db)
  await makeSubscription(db, { organizationId: organization.id })
  for (let invoice = 0; invoice < 8; invoice += 1) await makeInvoice(db, { organizationId: organization.id })
  await page.goto(`/admin/organizations?view=${organization.id}`)
  const tab = (name: string) => page.getByRole('dialog').getByRole('tab', { name, exact: true })
  await expect(tab('Overview')).toBeVisible()
  const expectInPlace = await placesOf(tab('Overview'), page.getByRole('button', { name: 'Dismiss' }))
  for (const name of ['Subscription', 'Invoices', 'Payments', 'Overview']) {
    await tab(name).click()
    await expect(page.getByRole('tabpanel', { name })).toBeVisible()
    await expectInPlace()
  }
})

for (const [device, viewport] of Object.entries({ laptop: LAPTOP, phone: PHONE }))
  test(`suggested documents do not slide under the pointer of who fills in a ticket on a ${device}`, async ({
    page,
    db,
    signIn,
  }) => {
    await page.setViewportSize(viewport)
    const mark = unique('Moving')
    await makeDocument(db, { title: mark })
    await signIn({ role: 'customer' })
    await page.goto('/support?new=1')
    const ticket = page.getByRole('dialog', { name: 'New Ticket' })
    const expectInPlace = await placesOf(
      ...['Title', 'Priority', 'Description'].map((name) => ticket.getByLabel(name, { exact: true })),
    )
    await ticket.getByLabel('Title').fill(mark)
    await expect(ticket.getByRole('region', { name: 'Suggested documentation' })).toContainText(mark)
    await expectInPlace()
  })

test('a request for licenses stays where it is while the subscription is loaded', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn({ licenseLimit: null })
  await makeSubscription(db, { organizationId, licenseLimit: 5, monthlyCents: 100_000 })
  const letGo = await hold(page, '**/api/dashboard')
  await page.goto('/billing?request=1')
  const request = page.getByRole('dialog', { name: 'Request License Change' })
  const expectInPlace = await placesOf(
    request.getByLabel('Additional licenses'),
    request.getByRole('button', { name: 'Submit Request' }),
  )
  letGo()
  await expect(request.getByText('more per month, once sales approves.')).toBeVisible()
  await expectInPlace()
})

test('a comment can be written once the conversation above it is there', async ({ page, db, signIn }) => {
  const { organizationId, userId } = await signIn()
  const { id } = await makeTicket(db, { organizationId, userId })
  const letGo = await hold(page, `**/api/tickets/${id}/messages?*`)
  await page.goto(`/support?ticket=${id}`)
  const ticket = page.getByRole('dialog', { name: 'Ticket Details' })
  await expect(ticket.getByRole('heading', { name: 'Conversation' })).toBeVisible()
  await expect(ticket.getByRole('button', { name: 'Send' })).toHaveCount(0)
  letGo()
  await expect(ticket.getByText('No messages yet.')).toBeVisible()
  await expect(ticket.getByRole('button', { name: 'Send' })).toBeVisible()
})
