import { readFile } from 'node:fs/promises'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeUser } from '#demo/rows/users.ts'
import type { Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { chooseOrganization } from './choose-organization.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

type Row = Partial<typeof auditLog.$inferInsert>

const tell = (db: Database, organizationId: string, row: Row = {}) =>
  db.insert(auditLog).values({
    organizationId,
    actorKind: 'device',
    actorName: 'RECEPTION-PC',
    action: 'license.activated',
    createdAt: '2026-03-05T10:00:00.000Z',
    ip: '198.51.100.7',
    ...row,
  })

test('an administrator reads the own trail on the team screen, narrowed as the address says', async ({
  page,
  db,
  signIn,
}) => {
  const { organizationId } = await signIn()
  await tell(db, organizationId, { changes: { status: ['assigned', 'active'], deviceName: [null, 'RECEPTION-PC'] } })
  await tell(db, organizationId, {
    action: 'session.opened',
    outcome: 'refused',
    createdAt: '2026-03-06T10:00:00.000Z',
  })
  await page.goto('/team')
  await page.getByRole('tab', { name: 'Audit log' }).click()
  const rows = page.getByRole('table', { name: 'List of Entries' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('RECEPTION-PC failed to sign in')
  await expect(rows.nth(1)).toContainText('Refused')
  await expect(rows.nth(2)).toContainText('Mar 05, 2026 12:00')
  await expect(rows.nth(2)).toContainText('RECEPTION-PC activated license')
  await expect(rows.nth(2)).toContainText('Status: assigned → active')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByLabel('Outcome').selectOption('Refused')
  await page.getByLabel('Area').selectOption('Accounts and sign-in')
  await page.getByLabel('From', { exact: true }).fill('2026-03-06')
  await page.getByLabel('To', { exact: true }).fill('2026-03-06')
  await page.getByRole('searchbox').fill('reception')
  await expect(page).toHaveURL(/search=reception/)
  await page.reload()
  await expect(rows).toHaveCount(2)
  await expect(page.getByLabel('Area')).toHaveValue('account')
  await page.getByRole('searchbox').fill('nothing like it')
  await expect(page.getByText('No entries found matching your search.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(rows).toHaveCount(3)
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Members' })).toHaveAttribute('aria-selected', 'true')
})

test('an entry opens with everything that is known, by keyboard too', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn()
  await tell(db, organizationId, { changes: { description: [null, 'a long description '.repeat(20)] } })
  await page.goto('/team?tab=audit')
  await page.getByRole('link', { name: /^Details RECEPTION-PC activated license/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'License activated' })
  await expect(dialog).toContainText('198.51.100.7')
  await expect(dialog).toContainText('a long description '.repeat(20).trim())
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await expect(page).toHaveURL(/[?&]entry=\d+/)
  await page.reload()
  await expect(dialog).toContainText('198.51.100.7')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('link', { name: 'Details' }).press('Enter')
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
})

test('what one person did is a step away from the team, and one back', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn()
  const { id } = await makeUser(db, { organizationId, firstName: 'Thandi', lastName: 'Nkosi' })
  await tell(db, organizationId)
  await tell(db, organizationId, {
    actorKind: 'user',
    actorId: id,
    actorName: 'Thandi Nkosi',
    action: 'license.revoked',
  })
  await page.goto('/team')
  await page.getByRole('button', { name: 'Actions for Thandi Nkosi' }).click()
  await page.getByRole('menuitem', { name: 'Show activity' }).click()
  const rows = page.getByRole('table', { name: 'List of Entries' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Only Thandi Nkosi. Show everyone' }).click()
  await expect(rows).toHaveCount(3)
})

test('the trail of one thing is not kept by another tab', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn()
  for (const about of [{ subjectId: organizationId }, {}]) await tell(db, organizationId, about)
  await page.goto(`/team?tab=audit&subject=${organizationId}`)
  const rows = page.getByRole('table', { name: 'List of Entries' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await page.getByRole('tab', { name: 'Members' }).click()
  await page.getByRole('tab', { name: 'Audit log' }).click()
  await expect(rows).toHaveCount(3)
})

test('from one entry to all about the same thing, in the address and in the file, and back', async ({
  page,
  db,
  signIn,
}) => {
  const { organizationId, organization } = await signIn()
  const { id: subjectId } = await makeLicense(db, { organizationId, label: 'Front desk' })
  const about = { subjectKind: 'license' as const, subjectId }
  const actor = { actorKind: 'user' as const, actorId: crypto.randomUUID(), actorName: 'Thandi Nkosi' }
  await tell(db, organizationId, { ...about, createdAt: '2026-03-05T09:00:00.000Z' })
  await tell(db, organizationId, { ...about, ...actor, action: 'license.revoked' })
  await tell(db, organizationId, { ...actor, action: 'invoice.created', createdAt: '2026-03-05T08:00:00.000Z' })
  await signIn({ role: 'admin' })
  await page.goto('/admin/audit')
  await chooseOrganization(page, organization)
  const rows = page.getByRole('table', { name: 'List of Entries' }).getByRole('row')
  await expect(rows).toHaveCount(4)
  const revoked = rows.filter({ hasText: 'Thandi Nkosi revoked license Front desk' })
  await expect(revoked.getByRole('link', { name: 'Front desk', exact: true })).toHaveAttribute(
    'href',
    `/licenses?license=${subjectId}`,
  )
  await revoked.getByRole('link', { name: 'Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'License revoked' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Everything about this license' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(`/admin/audit?subject=${subjectId}`)
  await expect(rows).toHaveCount(3)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  expect((await readFile(await download.path(), 'utf8')).trim().split('\r\n')).toHaveLength(3)

  await revoked.getByRole('link', { name: 'Details' }).click()
  await page.getByRole('button', { name: 'Only this actor' }).click()
  await expect(rows).toHaveCount(2)
  await page.reload()
  await expect(rows).toHaveCount(2)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Only Front desk. Show everything' }).click()
  await expect(page).toHaveURL(`/admin/audit?actor=${actor.actorId}`)
  await expect(rows).toHaveCount(3)
  await page.goBack()
  await expect(rows).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Only Front desk. Show everything' })).toBeVisible()
})

test('the export is a file of what is shown', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn()
  await tell(db, organizationId)
  await tell(db, organizationId, { action: 'invoice.created' })
  await page.goto('/team?tab=audit&group=license')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('audit-log.csv')
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain('License activated')
  expect(text).not.toContain('Invoice created')
})

test('a long trail is read page by page', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn()
  const row = { organizationId, actorKind: 'system' as const, action: 'license.updated' as const }
  await db.insert(auditLog).values(Array.from({ length: 130 }, (_, index) => ({ ...row, requestId: String(index) })))
  await page.goto('/team?tab=audit')
  await expect(page.getByText('130 entries')).toBeVisible()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'List of Entries' })).toHaveAttribute('aria-rowcount', '131')
})

test('entries of one request are one row, which unfolds', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn()
  const request = { requestId: crypto.randomUUID(), actorName: 'Thandi Nkosi' }
  const { id: subjectId, invoiceNumber } = await makeInvoice(db, { organizationId })
  const about = { ...request, subjectKind: 'invoice' as const, subjectId }
  await tell(db, organizationId, { ...about, action: 'invoice.payment-recorded' })
  await tell(db, organizationId, {
    ...about,
    action: 'invoice.status-changed',
    changes: { status: ['issued', 'paid'] },
  })
  await tell(db, organizationId, { ...request, action: 'subscription.recovered' })
  await page.goto('/team?tab=audit')
  const rows = page.getByRole('table', { name: 'List of Entries' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText(`Thandi Nkosi recorded a payment of invoice ${invoiceNumber}`)
  await page.getByRole('button', { name: 'and 2 more' }).click()
  await expect(rows.nth(1)).toContainText(`Thandi Nkosi marked invoice ${invoiceNumber} as paid`)
  await expect(rows.nth(1)).toContainText('made the subscription of')
  await expectAccessible(page)
  await rows.nth(1).getByRole('link', { name: 'Details' }).first().click()
  const same = page.getByRole('dialog').getByRole('region', { name: 'In the same request' })
  await expect(same.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await same.getByRole('link', { name: 'Details' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Invoice status changed' })).toContainText('issued → paid')
})

test('a trail that cannot be read says so and can be tried again', async ({ page, signIn }) => {
  await signIn()
  const isList = (url: URL) => url.pathname === '/api/audit'
  await page.route(isList, (route) => route.fulfill({ status: 503, json: { message: 'The service is busy.' } }))
  await page.goto('/team?tab=audit&from=2025-02-30&group=nonsense')
  await expect(page.getByText('Failed to load the audit log. Please try again.')).toBeVisible()
  await page.unroute(isList)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Nothing has happened yet.')).toBeVisible()
})

test('an admin reads all organizations, or one', async ({ page, db, signIn }) => {
  const { organizationId, organization } = await signIn()
  await tell(db, organizationId, { actorName: `ONLY-${organization}` })
  await signIn({ role: 'admin' })
  await page.goto('/admin/audit')
  await expect(page.getByRole('columnheader', { name: 'Organization' })).toBeVisible()
  await chooseOrganization(page, organization)
  const rows = page.getByRole('table', { name: 'List of Entries' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await page.reload()
  await expect(rows.nth(1)).toContainText(`ONLY-${organization}`)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('only admins open the audit log of all organizations', async ({ page, signIn }) => {
  for (const role of ['agent', 'org_admin', 'customer'] as const) {
    await signIn({ role })
    await page.goto('/admin/audit')
    await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
  }
})
