import { eq } from 'drizzle-orm'
import { makeLicense } from '#demo/rows/licenses.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { card, expect, inDays, test } from './fixtures.ts'
import { settled } from './settled.ts'

const REFUSED =
  /^(Create License|Assign devices|Upgrade Plan|Request License Change|New Enrollment Key|(Restore|Edit|Pause|Delete) (.* )?(Front desk|Office))$/

test('an administrator of a suspended organization is offered no change that is refused', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  const { id } = await makeLicense(db, { organizationId, status: 'revoked', label: 'Front desk' })
  const key = { label: 'Office', expiresAt: null, maxUses: null }
  expect((await page.request.post('/api/enrollment-keys', { data: key })).status()).toBe(201)
  const refused = page
    .getByRole('button', { name: REFUSED })
    .or(page.getByRole('link', { name: 'Create License', exact: true }))
  await page.goto('/licenses')
  await expect(refused).toHaveCount(9)
  await db
    .update(organizations)
    .set({ suspendedAt: inDays(0) })
    .where(eq(organizations.id, organizationId))
  for (const address of [
    '/licenses?create=1',
    '/licenses?assign=1',
    '/licenses?add=enrollment-key',
    `/billing?request=1`,
  ]) {
    await page.goto(address)
    await expect(page.getByRole('main')).toContainText('Its licenses don’t run and can’t be changed')
    await settled(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(refused).toHaveCount(0)
  }
  await page.goto(`/licenses?license=${id}`)
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Why doesn’t it work?' })).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: /^(Restore|Edit)$/ })).toHaveCount(0)
  await page.goto('/')
  await expect(card(page, 'Quick Actions').getByRole('link', { name: 'Create License' })).toHaveAttribute(
    'href',
    '/licenses',
  )
})
