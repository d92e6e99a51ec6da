type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (reason: unknown) => void }

type Options = { milliseconds?: number; most?: number }

/**
 * Handles together what many callers ask for within `milliseconds` (0: in this turn of the event loop), at most `most` at once.
 * `handle` answers with one result for each item, in their order; what it throws reaches everyone in that batch.
 */
export function createBatch<Item, Result>(
  handle: (items: Item[]) => Promise<Result[]>,
  { milliseconds = 0, most = 1000 }: Options = {},
) {
  let waiting: Waiting<Item, Result>[] = []
  let isScheduled = false
  const running = new Set<Promise<void>>()

  async function settle(batch: Waiting<Item, Result>[]) {
    try {
      const results = await handle(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (reason) {
      for (const { reject } of batch) reject(reason)
    }
  }

  function run() {
    const batch = waiting
    waiting = []
    isScheduled = false
    if (batch.length === 0) return
    const work = settle(batch).finally(() => running.delete(work))
    running.add(work)
  }

  function schedule() {
    isScheduled = true
    if (milliseconds === 0) setImmediate(run)
    else setTimeout(run, milliseconds)
  }

  return {
    add: (item: Item) =>
      new Promise<Result>((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        if (waiting.length >= most) run()
        else if (!isScheduled) schedule()
      }),
    /** Handles what waits at once, and resolves when nothing is left running. */
    flush: async () => {
      run()
      await Promise.all(running)
    },
  }
}
