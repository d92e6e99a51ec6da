import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { NO_PERMISSION, NOT_YOUR_ROLE } from '#contract/errors.ts'
import { makeUser } from '#demo/rows/users.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { insertInvitation } from '#server/identity/team/invitation-queries.ts'
import { expect, test, toastOver } from './fixtures.ts'
import { settled } from './settled.ts'

test('an invitation refused because the role was lost says so, and the text stays until it is discarded', async ({
  page,
  db,
  signIn,
}) => {
  const { userId } = await signIn()
  await page.goto('/team?invite=1')
  const form = page.getByRole('dialog', { name: 'Invite Colleague' })
  await form.getByLabel('Email').fill('typed@people.example')
  await settled(page)
  await db.update(users).set({ role: 'customer' }).where(eq(users.id, userId))
  await form.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(toastOver(page)).toContainText('Failed to send the invitation')
  await expect(toastOver(page)).toContainText(NOT_YOUR_ROLE)
  await expect(form.getByLabel('Email')).toHaveValue('typed@people.example')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText(NO_PERMISSION)).toBeVisible()
})

test('the invitations of who is removed or demoted leave the list with them', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn()
  await page.goto('/team')
  for (const [lastName, item, button] of [
    ['Nkosi', 'Remove', 'Remove'],
    ['Mokoena', 'Make member', 'Make Member'],
  ] as const) {
    const facts = { organizationId, firstName: 'Thandi', lastName, role: 'org_admin' } as const
    const { id: invitedBy } = await makeUser(db, facts)
    const email = `by-${invitedBy}@people.example`
    await insertInvitation(db, { organizationId, email, role: 'customer', tokenHash: randomBytes(32), invitedBy })
    await page.reload()
    await expect(page.getByRole('row', { name: email })).toBeVisible()
    await page.getByRole('button', { name: `Actions for Thandi ${lastName}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: button }).click()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(page.getByRole('row', { name: email })).toHaveCount(0)
  }
})
