import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { NOT_A_REQUEST } from '#contract/licensing/license-files.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import type { Database } from '#server/database/database.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './fixtures.ts'

const request = (page: Page) => page.getByLabel('Or its text')
const send = (page: Page) => page.getByRole('button', { name: 'Get license file' })

/** The request file that the application writes on a computer without internet. */
async function requestOf(db: Database, status: 'unassigned' | 'revoked' = 'unassigned') {
  const { id: organizationId } = await makeOrganization(db)
  await makeSubscription(db, { organizationId })
  const { licenseKey } = await makeLicense(db, { organizationId, label: 'Server room', status })
  const device = { deviceFingerprint: crypto.randomUUID(), deviceName: 'VAULT-1', deviceOs: 'Windows 11 Pro 24H2' }
  const content = JSON.stringify({ v: 1, licenseKey, ...device, nonce: 'once' })
  const encoded = Buffer.from(content).toString('base64')
  return { ...device, text: `-----BEGIN LICENSE REQUEST-----\n${encoded}\n-----END LICENSE REQUEST-----\n` }
}

test('a request file becomes a license file without a sign-in', async ({ page, db }) => {
  test.slow()
  const { text, deviceFingerprint } = await requestOf(db)
  await page.goto('/offline')
  await expect(page).toHaveTitle(/^Activate a computer without internet/)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const file = { name: 'request.txt', mimeType: 'text/plain', buffer: Buffer.from(text) }
  await page.getByLabel('Request file').setInputFiles(file)
  await expect(request(page)).toHaveValue(text)
  await page.getByLabel('Days').fill('7')
  const started = page.waitForEvent('download')
  await send(page).click()
  const download = await started
  expect(download.suggestedFilename()).toBe('Server room.lic')
  expect(await readFile(await download.path(), 'utf8')).toMatch(/^-----BEGIN LICENSE FILE-----/)
  await expect(toastOf(page)).toContainText('License file saved')
  const result = page.getByRole('region', { name: 'Your license file is ready' })
  for (const fact of ['Server room', 'VAULT-1', deviceFingerprint, 'Works until'])
    await expect(result).toContainText(fact)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await result.getByRole('button', { name: 'Another computer' }).press('Enter')
  await expect(request(page)).toHaveValue('')
})

test('what is wrong with a request is said in plain words', async ({ page, db }) => {
  await page.goto('/offline')
  await send(page).click()
  await expect(request(page)).toHaveAccessibleDescription('Request file is required')
  await request(page).fill('Dear support')
  await send(page).click()
  await expect(request(page)).toHaveAccessibleDescription(NOT_A_REQUEST)
  await page.getByLabel('Days').fill('31')
  await send(page).click()
  await expect(page.getByLabel('Days')).toHaveAccessibleDescription('Days must be a whole number from 1 to 30')
  await page.getByLabel('Days').fill('30')
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(9000) }
  await page.getByLabel('Request file').setInputFiles(photo)
  await expect(page.getByRole('alert')).toHaveText(NOT_A_REQUEST)
  await request(page).fill((await requestOf(db, 'revoked')).text)
  await send(page).click()
  await expect(page.getByRole('alert')).toContainText('This license has been revoked.')
  await expectAccessible(page)
})

test('the setup steps on the page of licenses lead here', async ({ page, signIn }) => {
  await signIn({ role: 'customer' })
  await page.goto('/licenses')
  await page.getByRole('link', { name: 'Activate it with a file' }).click()
  await expect(page).toHaveURL('/offline')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('link', { name: 'To the portal' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})
