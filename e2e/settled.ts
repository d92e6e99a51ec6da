import { expect, type Page, type Request } from '@playwright/test'

const requestsOf = new WeakMap<Page, { sent: number; pending: Set<Request> }>()

/** Counts the page's requests from now on. An event stream never finishes and is not counted. */
export function watchRequests(page: Page) {
  const requests = { sent: 0, pending: new Set<Request>() }
  requestsOf.set(page, requests)
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') return
    requests.sent += 1
    requests.pending.add(request)
  })
  page.on('requestfinished', (request) => requests.pending.delete(request))
  page.on('requestfailed', (request) => requests.pending.delete(request))
}

/**
 * Waits until the page has read all that it shows. Playwright's 'networkidle' also ends while a slow machine still runs the
 * scripts that read.
 */
export async function settled(page: Page) {
  const requests = requestsOf.get(page)
  if (!requests) throw new Error('watchRequests was not called for this page')
  const before = requests.sent
  await expect.poll(() => [...requests.pending].map((request) => request.url()), { timeout: 20_000 }).toEqual([])
  // A page that draws nothing new may get no idle callback from headless Chromium without a limit.
  await page.evaluate(() => new Promise((resolve) => void requestIdleCallback(resolve, { timeout: 5000 })))
  if (requests.sent !== before || requests.pending.size > 0) await settled(page)
}
