import type { Page } from '@playwright/test'

/** The server does what the first call asks for, but the connection is lost before its answer. */
export async function loseAnswer(page: Page, url: string, method = 'POST') {
  let isLost = false
  await page.route(url, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
}
