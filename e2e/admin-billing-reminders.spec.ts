import type { Page } from '@playwright/test'
import { reminders } from '#contract/billing/reminders.ts'
import { formatDate } from '#contract/dates.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeUser } from '#demo/rows/users.ts'
import type { Database } from '#server/database/database.ts'
import { payments } from '#server/database/schema/billing/payments.ts'
import { links } from '#web/app/links.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectToastOver, test, toastOver } from './fixtures.ts'
import { settled } from './settled.ts'

test.beforeEach(({ signIn }) => signIn({ role: 'admin' }).then(() => undefined))

const drawerOf = (page: Page, invoiceNumber: string) => page.getByRole('dialog', { name: `Invoice ${invoiceNumber}` })

const southAfrican = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Johannesburg' })
const dayIn = (days: number) => southAfrican.format(Date.now() + days * 86_400_000)
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** A customer whose R1234.50 is overdue by so many days. */
async function makeLate(db: Database, daysLate: number) {
  const name = `Slow Works ${crypto.randomUUID().slice(0, 8)}`
  const { id: organizationId } = await makeOrganization(db, { name })
  await makeUser(db, { role: 'org_admin', organizationId })
  const invoice = await makeInvoice(db, { organizationId, dueDate: dayIn(-daysLate), createdAt: daysAgo(50) })
  return { ...invoice, name }
}

test('an admin sends a reminder once a day and sees when the next automatic one is due', async ({ page, db }) => {
  const { id, invoiceNumber, name } = await makeLate(db, 10)
  await page.goto(`/admin/billing?invoice=${id}`)
  const drawer = drawerOf(page, invoiceNumber)
  const part = drawer.getByRole('region', { name: 'Reminders' })
  await expect(part).toContainText('No reminders sent yet.')
  await expect(part).toContainText(`Next reminder on ${formatDate(dayIn(0))}`)
  await part.getByRole('button', { name: 'Send Reminder' }).press('Enter')
  const asked = page.getByRole('alertdialog', { name: `Remind of ${invoiceNumber} now?` })
  await expect(asked).toContainText(`Those at ${name} who get payment reminders are sent a reminder immediately.`)
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Send Reminder' }).click()
  await expectToastOver(page, 'Reminder Sent')
  await expect(asked).toHaveCount(0)
  await expect(drawer).toBeFocused()
  await expect(part).toContainText(/Last reminder on \w{3} \d\d, \d{4} \d\d:\d\d/)
  await expect(part).toContainText(`Next reminder on ${formatDate(dayIn(4))}`)
  await expect(part).toContainText('Another one can be sent tomorrow.')
  const history = drawer.getByRole('region', { name: 'History' })
  await expect(history.getByRole('listitem').last()).toContainText('Reminder 10 days after it was due')
  await expect(history.getByRole('listitem').last()).not.toContainText('by the portal')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await drawer.getByRole('button', { name: 'Record Payment' }).click()
  await page.getByRole('dialog', { name: 'Record Payment' }).getByRole('button', { name: 'Record Payment' }).click()
  await expect(drawer.getByLabel('Amounts')).toContainText('BalanceR0.00')
  await expect(part).toHaveCount(0)
})

test('an invoice that is opened again shows the reminder that was sent in between', async ({ page, db }) => {
  const { id, invoiceNumber } = await makeLate(db, 10)
  await page.goto(`/admin/billing?search=${invoiceNumber}`)
  const open = page.getByRole('link', { name: invoiceNumber, exact: true })
  const drawer = drawerOf(page, invoiceNumber)
  await open.click()
  await expect(drawer.getByRole('region', { name: 'Reminders' })).toContainText('No reminders sent yet.')
  await page.keyboard.press('Escape')
  await page.request.post(reminders.send.url.replace(':id', id))
  await open.click()
  await expect(drawer.getByRole('region', { name: 'Reminders' })).toContainText('Last reminder on')
})

test('a second reminder on one day is refused with the time of the first', async ({ page, db }) => {
  const { id, invoiceNumber } = await makeLate(db, 10)
  await page.goto(`/admin/billing?invoice=${id}`)
  const part = drawerOf(page, invoiceNumber).getByRole('region', { name: 'Reminders' })
  await part.getByRole('button', { name: 'Send Reminder' }).click()
  await page.request.post(reminders.send.url.replace(':id', id))
  const asked = page.getByRole('alertdialog', { name: `Remind of ${invoiceNumber} now?` })
  await asked.getByRole('button', { name: 'Send Reminder' }).click()
  await expectToastOver(page, 'A reminder for this invoice was sent today at')
  await expect(part).toContainText('Another one can be sent tomorrow.')
})

test('reminders are paused on the billing screen, show as paused beside the balance, and are resumed', async ({
  page,
  db,
}) => {
  const { id, invoiceNumber, organizationId, name } = await makeLate(db, 10)
  const address = `${links.organization(organizationId)}&tab=payments`
  await page.goto(address)
  const card = page.getByRole('region', { name: 'Payment Reminders' })
  const pause = card.getByRole('button', { name: 'Pause Reminders' })
  await pause.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Pause Reminders' })
  await expect(dialog).toContainText(
    'Only reminders stop. The subscription can still become past due or end, and the customer is notified.',
  )
  const day = dialog.getByLabel('Until the end of')
  await expect(day).toBeFocused()
  await expect(day).toHaveValue(dayIn(14))
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const save = dialog.getByRole('button', { name: 'Pause Reminders' })
  await day.fill('')
  await save.click()
  await expect(dialog).toContainText('Must be a date like 2025-03-05')
  await day.fill(dayIn(91))
  await save.click()
  await expect(day).toHaveAccessibleDescription(/Choose a day from today to 90 days from now\./)
  await day.fill(dayIn(20))
  await save.click()
  await expectToastOver(page, `${name}: until ${formatDate(dayIn(20))}`)
  await expect(dialog).toHaveCount(0)
  const badge = `Reminders paused until ${formatDate(dayIn(20))}`
  await expect(card).toContainText(badge)
  await expect(card.getByRole('button', { name: 'Change Day' })).toBeFocused()
  await expectAccessible(page)

  await page.goto(`/admin/billing?invoice=${id}`)
  const part = drawerOf(page, invoiceNumber).getByRole('region', { name: 'Reminders' })
  await expect(part).toContainText(badge)
  await expect(part).toContainText(`Next reminder on ${formatDate(dayIn(21))}`)
  await part.getByRole('button', { name: 'Send Reminder' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('even though reminders are paused')

  await page.goto(address)
  await expect(card).toContainText(badge)
  const resume = card.getByRole('button', { name: 'Resume Reminders' })
  await resume.press('Enter')
  await expectToastOver(page, 'Reminders Resumed')
  await toastOver(page).getByRole('button', { name: 'Undo', includeHidden: true }).click()
  await expectToastOver(page, `${name}: until ${formatDate(dayIn(20))}`)
  await expect(card).toContainText(badge)
  await settled(page)
  await resume.press('Enter')
  await expectToastOver(page, 'Reminders Resumed')
  await expect(pause).toBeVisible()
  await expect(card).not.toContainText('paused until')
  await expect(page.getByRole('dialog', { name })).toBeFocused()
})

test('a statement line on a phone shows everything the printed line does', async ({ page, db }) => {
  const { id: invoiceId, invoiceNumber, organizationId } = await makeLate(db, 10)
  const reference = `EFT ${'W'.repeat(50)}`
  const money = { organizationId, invoiceId, receivedOn: dayIn(-1), createdAt: daysAgo(1) }
  await db.insert(payments).values({ ...money, kind: 'payment', amountCents: 234_50, reference })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${links.organization(organizationId)}&tab=payments&statement=last-12-months`)
  const rows = page.getByRole('table', { name: 'Statement lines' }).getByRole('row')
  const issued = rows.filter({ hasText: invoiceNumber })
  for (const text of ['+R1234.50', 'Balance R1234.50', formatDate(daysAgo(50))])
    await expect(issued.getByText(text).filter({ visible: true })).toBeVisible()
  const paid = rows.filter({ hasText: reference })
  for (const text of ['−R234.50', 'Balance R1000.00'])
    await expect(paid.getByText(text).filter({ visible: true })).toBeVisible()
  for (const label of ['Charged', 'Credited']) await expect(paid.locator(`[data-label=${label}]`)).toBeHidden()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
