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

/** The animations of what is loading never end. Two frames of one that has just begun may be alike. */
const hasAppeared = () =>
  document
    .getAnimations()
    .every(({ effect, playState }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity)

/** Waits for them and for the end of the animation with which a dialog appears. A trial click that is retried would scroll. */
export async function placesOf(...controls: Locator[]) {
  for (const control of controls) {
    await expect(control).toBeVisible()
    await expect(control).toBeEnabled()
  }
  await controls[0]!.page().waitForFunction(hasAppeared)
  const read = () => Promise.all(controls.map((control) => control.boundingBox()))
  const places = await read()
  return async () => expect(await read()).toEqual(places)
}
