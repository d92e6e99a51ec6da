import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

export const REASON = 'They cannot find their invoice.'

export async function startViewing(page: Page, userId: string) {
  const { origin } = new URL(test.info().project.use.baseURL ?? '')
  const headers = { origin }
  const started = await page.request.post(`/api/admin/users/${userId}/viewing`, { data: { reason: REASON }, headers })
  expect(started.status()).toBe(201)
}
