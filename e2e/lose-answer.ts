import type { Page } from '@playwright/test'

/** The server does what the first POST asks for, but the connection is lost before its answer. */
export async function loseAnswer(page: Page, url: string) {
  let isLost = false
  await page.route(url, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
}
