import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Lets the answers to this path wait. */
export async function hold(page: Page, path: string) {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

/** Waits for them and for the end of the animation with which a dialog appears. */
export async function placesOf(...controls: Locator[]) {
  for (const control of controls) await control.click({ trial: true })
  const read = () => Promise.all(controls.map((control) => control.boundingBox()))
  const places = await read()
  return async () => expect(await read()).toEqual(places)
}
