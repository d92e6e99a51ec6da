import type { Page, Request } from '@playwright/test'

/** Writes to the path wait until the test releases them and all later ones. */
export async function holdWrites(page: Page, path: string) {
  const seen: Request[] = []
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    seen.push(route.request())
    await released
    await route.fallback()
  })
  return { seen, letGo }
}
