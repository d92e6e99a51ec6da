import type { Locator, Page } from '@playwright/test'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { expect, test, unique } from './fixtures.ts'

const LAPTOP = { width: 1280, height: 800 }

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

/** Lets the answers to this path wait. */
async function hold(page: Page, path: string) {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

/** Waits for them and for the end of the animation with which a dialog appears. */
async function placesOf(...controls: Locator[]) {
  for (const control of controls) await control.click({ trial: true })
  const read = () => Promise.all(controls.map((control) => control.boundingBox()))
  const places = await read()
  return async () => expect(await read()).toEqual(places)
}
