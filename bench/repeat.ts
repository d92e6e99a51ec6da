import type { LoadResult } from './load.ts'

/** Repeats `work` for some seconds, in `atOnce` loops side by side. */
export async function repeat(work: () => Promise<unknown>, seconds: number, atOnce = 1): Promise<LoadResult> {
  const durations: number[] = []
  const started = performance.now()
  const end = started + seconds * 1000
  async function repeatInTurn() {
    for (let now = started; now < end;) {
      await work()
      const doneAt = performance.now()
      durations.push((doneAt - now) * 1000)
      now = doneAt
    }
  }
  await Promise.all(Array.from({ length: atOnce }, repeatInTurn))
  const perSecond = durations.length / ((performance.now() - started) / 1000)
  const sorted = durations.toSorted((a, b) => a - b)
  const percentile = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return { answered: durations.length, perSecond, p50: percentile(0.5), p99: percentile(0.99) }
}
