import type { Page } from '@playwright/test'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { expect, test } from './fixtures.ts'
import { settled } from './settled.ts'

const LONG = 'x'.repeat(201)

/** Opens each address, and returns the reads that were refused. */
async function refusedAt(page: Page, addresses: string[]) {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
  })
  for (const address of addresses) {
    await page.goto(address)
    await settled(page)
    await expect(page.getByText(/^Failed to |^Something went wrong/)).toHaveCount(0)
  }
  return refused
}

test('the lists of a customer leave out what an address wrongly asks for', async ({ page, signIn }) => {
  await signIn()
  const addresses = [
    '/licenses?tag=%00',
    `/team?search=${LONG}`,
    '/team?search=%00&status=sleeping',
    '/team?tab=audit&from=0000-01-01&to=0000-01-01',
  ]
  expect(await refusedAt(page, addresses)).toEqual([])
})

test('the lists of an admin leave out what an address wrongly asks for', async ({ page, signIn, db }) => {
  await signIn({ role: 'admin' })
  const { id } = await makeOrganization(db)
  const addresses = [
    '/customers?tag=%00',
    `/customers/${id}?tab=people&search=${LONG}`,
    `/outbox?search=${LONG}`,
    '/outbox?search=%00&status=lost',
    '/admin/audit?from=0000-01-01',
    '/admin/billing?dueFrom=0000-01-01&dueTo=0000-02-30',
  ]
  expect(await refusedAt(page, addresses)).toEqual([])
})

test('a search box shows what its list is filtered by', async ({ page, signIn, db }) => {
  await signIn({ role: 'admin' })
  const { id } = await makeOrganization(db)
  for (const screen of [
    '/licenses',
    '/customers',
    `/customers/${id}?tab=people`,
    '/outbox',
    '/admin/users',
    '/admin/organizations',
    '/support?tab=documentation',
    '/support',
  ])
    for (const ignored of [LONG, '%00']) {
      await page.goto(`${screen}${screen.includes('?') ? '&' : '?'}search=${ignored}`)
      await expect(page.getByRole('searchbox').first()).toHaveValue('')
    }
  const box = page.getByRole('searchbox')
  for (const screen of ['/customers', '/admin/audit']) {
    await page.goto(screen)
    await box.fill('two ')
    await expect(page).toHaveURL(`${screen}?search=two+`)
    await settled(page)
    await box.press('End')
    await box.pressSequentially('words')
    await expect(page).toHaveURL(`${screen}?search=two+words`)
  }
  await box.fill(LONG)
  await expect(box).toHaveValue(LONG.slice(1))
  await box.fill(`${' '.repeat(210)}abc`)
  await expect(page).toHaveURL('/admin/audit?search=abc')
  await box.fill('two\twords')
  await expect(page).toHaveURL('/admin/audit?search=two+words')
})
