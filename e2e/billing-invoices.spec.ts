import type { Page } from '@playwright/test'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { formatDate, formatLongDate, lastBusinessDay } from '#contract/dates.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import type { Database } from '#server/database/database.ts'
import { invoiceItems } from '#server/database/schema/billing/invoices.ts'
import { creditNotes, payments, seatCharges } from '#server/database/schema/billing/payments.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf, inDays } from './fixtures.ts'

const dayIn = (days: number) => inDays(days).slice(0, 10)

const particulars = {
  vendor: { name: 'Vendor', address: null, vatNumber: '4987654321' },
  recipient: { name: 'Customer', address: null, vatNumber: null },
}
const vatBasisPoints = 1500

/** Of R1000.00, R250.00 was paid and R100.00 credited; a payment of R30.00 was reversed. */
async function makeOpenInvoice(db: Database, organizationId: string) {
  const facts = { amountCents: 100_000, paidCents: 25_000, creditedCents: 10_000, particulars, vatBasisPoints }
  const invoice = await makeInvoice(db, { organizationId, status: 'overdue', dueDate: '2026-03-05', ...facts })
  const own = { organizationId, invoiceId: invoice.id }
  await db.insert(invoiceItems).values([
    {
      ...own,
      position: 1,
      description: 'Standard Plan, Mar 01, 2026 to Mar 31, 2026',
      quantity: 10,
      amountCents: 120_000,
    },
    { ...own, position: 2, description: '-2 seats from Mar 01, 2026', quantity: 2, amountCents: -20_000 },
  ])
  const [bounced] = await db
    .insert(payments)
    .values([
      { ...own, kind: 'payment', amountCents: 3000, receivedOn: '2026-03-06', reference: 'FNB 1' },
      { ...own, kind: 'payment', amountCents: 25_000, receivedOn: '2026-03-09', reference: 'FNB 2' },
    ])
    .returning()
  const reversal = { kind: 'reversal', amountCents: -3000, receivedOn: '2026-03-10', note: 'It bounced.' } as const
  await db.insert(payments).values({ ...own, ...reversal, reverses: bounced!.id })
  const creditNoteNumber = `CN-${crypto.randomUUID().slice(0, 8)}`
  const reason = 'Training was canceled.'
  await db
    .insert(creditNotes)
    .values({ ...own, creditNoteNumber, amountCents: 10_000, reason, particulars, vatBasisPoints })
  return { ...invoice, creditNoteNumber }
}

/** Replaces the bank details of the demo. */
const showBank = (page: Page) => changeBilling(page, { bankDetails: 'First Bank\nAccount 62000000000' })

const changeBilling = (page: Page, facts: object) =>
  page.route(
    (url) => url.pathname === subscriptions.read.url,
    async (route) => {
      const response = await route.fetch()
      const body: object = await response.json()
      await route.fulfill({ response, json: { ...body, ...facts } })
    },
  )

test('a customer opens an invoice by keyboard: its lines, VAT and money, what is left and how to pay it', async ({
  page,
  db,
  signIn,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { organizationId } = await signIn({ role: 'customer' })
  const { id, invoiceNumber, creditNoteNumber } = await makeOpenInvoice(db, organizationId)
  await showBank(page)
  await page.goto('/billing')
  const row = page.getByRole('region', { name: 'Billing History' }).getByRole('row', { name: invoiceNumber })
  await expect(row).toContainText('R1000.00R650.00 left')
  const opener = row.getByRole('link', { name: new RegExp(` 20\\d\\d ${invoiceNumber}`) })
  await opener.focus()
  await page.keyboard.press('Enter')

  const drawer = page.getByRole('dialog', { name: `Invoice ${invoiceNumber}` })
  await expect(drawer).toContainText('R650.00 was due on March 05, 2026.')
  await expect(page).toHaveURL(`/billing?invoice=${id}`)
  for (const words of [
    'StatusOverdue',
    'DueMar 05, 2026',
    'Total excluding VATR869.57',
    'VAT 15%R130.43',
    'R1000.00',
    '−R250.00',
    '−R100.00',
    'Standard Plan, Mar 01, 2026 to Mar 31, 2026',
    'R1200.00',
    '-2 seats from Mar 01, 2026',
    '−R200.00',
    'FNB 2',
    'It bounced.',
    'Training was canceled.',
    'Account 62000000000',
    'We never change our bank details by email.',
  ])
    await expect(drawer).toContainText(words)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  for (const [what, value] of [
    ['amount', '650.00'],
    ['reference', invoiceNumber],
    ['bank details', 'First Bank\nAccount 62000000000'],
  ] as const) {
    await drawer.getByRole('button', { name: `Copy ${what}` }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(value)
  }
  for (const name of ['Download PDF', `Download credit note ${creditNoteNumber}`]) {
    const href = await drawer.getByRole('link', { name }).getAttribute('href')
    expect((await page.request.get(href ?? '')).headers()['content-type']).toBe('application/pdf')
  }

  await page.reload()
  await expect(drawer).toBeVisible()
  await page.goBack()
  await expect(drawer).toHaveCount(0)
  await opener.click()
  await expect(drawer).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(opener).toBeFocused()
  await expect(page).toHaveURL('/billing')
})

test('a paid, void or fully credited invoice says so, and another organization’s invoice is not found', async ({
  page,
  db,
  signIn,
}) => {
  const { organizationId } = await signIn({ role: 'customer' })
  const other = await makeOrganization(db)
  const drawer = page.getByRole('dialog', { name: 'Invoice' })
  await showBank(page)
  for (const [facts, sentence] of [
    [{ organizationId, status: 'paid' }, 'Paid in full.'],
    [{ organizationId, status: 'void' }, 'It was voided. Nothing to pay.'],
    [{ organizationId, status: 'void', creditedCents: 123_450 }, 'It was credited in full. Nothing to pay.'],
    [{ organizationId: other.id, status: 'issued' }, 'This invoice does not exist.'],
    [{ organizationId, status: 'draft' }, 'This invoice does not exist.'],
  ] as const) {
    const { id } = await makeInvoice(db, facts)
    await page.goto(`/billing?invoice=${id}`)
    await expect(drawer).toContainText(sentence)
    await expect(drawer).not.toContainText('Pay by EFT')
  }
  await page.goto('/billing?invoice=rubbish')
  await expect(drawer).toContainText('This invoice does not exist.')
  await expectAccessible(page)
})

test('outstanding invoices are listed below the banner of an unpaid subscription', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn({ role: 'customer', licenseLimit: null })
  await makeSubscription(db, { organizationId, status: 'past_due', pastDueAt: inDays(-3) })
  const { invoiceNumber } = await makeOpenInvoice(db, organizationId)
  await makeInvoice(db, { organizationId, status: 'paid' })
  await page.goto('/billing')
  const open = page.getByRole('list', { name: 'Open invoices' }).getByRole('listitem')
  await expect(open).toHaveCount(1)
  await expect(open).toContainText(`${invoiceNumber}: R650.00 of R1000.00 to pay, due Mar 05, 2026`)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await open.getByRole('button', { name: `View invoice ${invoiceNumber}` }).click()
  await expect(page.getByRole('dialog', { name: `Invoice ${invoiceNumber}` })).toBeVisible()
})

test('a customer knows its next invoice, its credit and how far it has paid', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn({ role: 'customer', licenseLimit: null })
  const [currentPeriodStart, currentPeriodEnd] = [inDays(5), inDays(35)]
  await makeSubscription(db, { organizationId, currentPeriodStart, currentPeriodEnd })
  await changeBilling(page, {
    credit: '120.00',
    upcomingInvoice: {
      issuedOn: '2099-06-24',
      dueDate: '2099-07-01',
      amount: '1100.00',
      items: [
        { description: 'Standard Plan, Jul 01, 2099 to Jul 31, 2099', quantity: 10, amount: '1200.00' },
        { description: '-1 seat from Jul 01, 2099', quantity: 1, amount: '-100.00' },
      ],
    },
  })
  await page.goto('/billing')
  const plan = page.getByRole('region', { name: 'Current Subscription' })
  await expect(plan).toContainText(
    `Current periodUntil ${formatDate(lastBusinessDay(currentPeriodStart, 'Africa/Johannesburg'))}`,
  )
  await expect(plan).toContainText(
    `Billed until${formatDate(lastBusinessDay(currentPeriodEnd, 'Africa/Johannesburg'))}`,
  )
  await expect(plan).toContainText('BillingMonthly')
  const next = page.getByRole('region', { name: 'Next Invoice' })
  for (const words of ['Jun 24, 2099', 'Jul 01, 2099', 'R1100.00', 'Quantity 10', '−R100.00'])
    await expect(next).toContainText(words)
  await expect(next).toContainText('R120.00 of your credit will be applied, leaving R980.00 to pay.')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('region', { name: 'Statement' }).getByRole('button', { name: 'This month' }).click()
  await expect(page).toHaveURL('/billing?statement=this-month')
  await expect(page.getByRole('dialog', { name: 'Statement of account' })).toContainText('Closing balanceR0.00')
})

test('the cancel dialog says what happens to the renewal invoice and to unbilled seats', async ({
  page,
  db,
  signIn,
}) => {
  const { organizationId } = await signIn({ role: 'org_admin', licenseLimit: null })
  const subscription = await makeSubscription(db, { organizationId })
  const { id: subscriptionId, currentPeriodEnd } = subscription
  const period = { subscriptionId, periodStart: currentPeriodEnd, periodEnd: inDays(45), seats: 10 }
  const { invoiceNumber } = await makeInvoice(db, { organizationId, isManual: false, dueDate: dayIn(15), ...period })
  const charge = { organizationId, subscriptionId, seats: 2, startsAt: inDays(-1), endsAt: currentPeriodEnd }
  await db.insert(seatCharges).values({ ...charge, amountCents: 4550 })
  await page.goto('/billing')
  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Cancel Standard Plan?' })
  await expect(dialog).toContainText(
    `Your licenses keep working through ${formatLongDate(lastBusinessDay(currentPeriodEnd, 'Africa/Johannesburg'))}.`,
  )
  await expect(dialog).toContainText(`Invoice ${invoiceNumber} for the next period is voided.`)
  await expect(dialog).toContainText('R45.50 for added seats is billed on a final invoice.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(toastOf(page)).toContainText('Subscription Cancelled')
  await expect(page.getByRole('row', { name: invoiceNumber }).getByText('Void', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Last Invoice' })).toContainText('R45.50')
})
