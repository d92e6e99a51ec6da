import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'

/** Milliseconds between two samples, and after the work so that its last stall is in a sample. */
const RESOLUTION = 10

/** Milliseconds: the longest stall of this process's event loop during the work, and how long all of it took. */
async function measure(work: () => Promise<unknown>) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION })
  delays.enable()
  await delay(RESOLUTION)
  const start = performance.now()
  await work()
  const duration = performance.now() - start
  await delay(2 * RESOLUTION)
  delays.disable()
  return { stall: delays.max / 1e6, duration }
}

/** Milliseconds. */
const LIMIT = 100
const ROUNDS = 5

/**
 * Expects that the work never stalls the event loop for `LIMIT` longer than doing nothing for as long does. A busy machine stalls
 * a process by chance, never in its favor, so one round below the limit is enough.
 */
export async function expectNoStall(work: () => Promise<unknown>, prepare: () => Promise<unknown> = async () => {}) {
  let beyondIdle = Infinity
  for (let round = 0; round < ROUNDS && beyondIdle >= LIMIT; round++) {
    await prepare()
    const { stall, duration } = await measure(work)
    const idle = await measure(() => delay(duration))
    beyondIdle = stall - idle.stall
  }
  expect.soft(beyondIdle).toBeLessThan(LIMIT)
}
