import { setTimeout as delay } from 'node:timers/promises'

/** Asks again until it is so. */
export async function waitFor(what: string, seconds: number, isSo: () => Promise<boolean>) {
  const deadline = performance.now() + seconds * 1000
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`Not within ${seconds} seconds: ${what}`)
    await delay(100)
  }
}

export const answers = (url: string, seconds: number) =>
  waitFor(`${url} answers 200`, seconds, async () => (await fetch(url)).status === 200)

/** Seconds. */
export async function timed(work: () => Promise<unknown>) {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}
