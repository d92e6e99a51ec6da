import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { SUPPORT_TEAM } from '#contract/licensing/history.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

const drawer = (page: Page) => page.getByRole('dialog')
const events = (page: Page) => drawer(page).getByRole('list', { name: 'Events' }).locator('> li')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('the history of a license shows who did what, when and from where, and has its own address', async ({
  page,
  signIn,
  db,
}) => {
  test.slow()
  const { organizationId } = await signIn()
  const { id } = await makeLicense(db, { organizationId, label: 'Front desk', status: 'active' })
  await page.goto('/licenses')
  await button(page, 'Revoke Front desk').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(button(page, 'Restore Front desk')).toBeFocused()
  await button(page, 'Actions for Front desk').click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await expect(page).toHaveURL(`/licenses?history=${id}`)
  await expect(drawer(page)).toHaveAccessibleName('History of Front desk')
  await expect(events(page)).toHaveCount(1)
  await expect(events(page)).toContainText(/^Revoked by \w+/)
  await expect(events(page)).toContainText('Status: Active → Revoked')
  await expect(events(page)).toContainText(/from [\d.:a-f]+/)
  await expect(events(page).getByRole('time')).toHaveAttribute('title', /GMT|UTC/)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.reload()
  await expect(events(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toHaveCount(0)
  await expect(page).toHaveURL('/licenses')

  await button(page, 'Restore Front desk').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('row', { name: 'Front desk' })).toContainText('Unassigned')
  await button(page, 'Actions for Front desk').click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await expect(events(page).first()).toContainText('Status: Revoked → Unassigned')
  await page.goBack()
  await expect(drawer(page)).toHaveCount(0)
})

test('a customer reads of the support team where the vendor’s people did something', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const { id } = await makeLicense(db, { organizationId, label: 'Front desk' })
  await signIn({ role: 'admin' })
  await page.goto(`/licenses?search=${organizationId}&history=${id}`)
  await expect(drawer(page)).toContainText('No changes yet.')
  const renamed = await page.request.patch(`/api/licenses/${id}`, { data: { label: 'Main desk' } })
  expect(renamed.status()).toBe(200)
  await signIn({ role: 'customer', organizationId })
  await page.goto(`/licenses?history=${id}`)
  await expect(events(page)).toContainText(`Edited by ${SUPPORT_TEAM}`)
  await expect(events(page)).toContainText('Label: Front desk → Main desk')
  await expect(events(page)).not.toContainText('from')
})

test('a long history comes page by page', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const { id } = await makeLicense(db, { organizationId, label: 'Front desk' })
  const told = Array.from({ length: 45 }, (_, index) => ({
    organizationId,
    actorKind: 'device' as const,
    action: 'license.device-changed' as const,
    subjectKind: 'license' as const,
    subjectId: id,
    changes: { deviceName: [`PC-${index}`, `PC-${index + 1}`] as [string, string] },
  }))
  await db.insert(auditLog).values(told)
  await page.goto(`/licenses?history=${id}`)
  await expect(events(page)).toHaveCount(30)
  await expect(events(page).first()).toContainText('Device details changed by its device')
  await expect(events(page).first()).toContainText('Device name: PC-44 → PC-45')
  await button(page, 'Load more').click()
  await expect(events(page)).toHaveCount(45)
  await expect(button(page, 'Load more')).toHaveCount(0)
})

test('a license that is not there has no history', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const { id } = await makeLicense(db, { organizationId })
  await db.delete(licenses).where(eq(licenses.id, id))
  await page.goto(`/licenses?history=${id}`)
  await expect(drawer(page)).toHaveAccessibleName('License history')
  await expect(drawer(page)).toContainText('Couldn’t load this license.')
})
