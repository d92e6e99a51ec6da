import { outsideOfWork } from '#server/database/transactions/work.ts'

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (reason: unknown) => void }

type Options = {
  milliseconds?: number
  most?: number
  atOnce?: number
}

/** Milliseconds after which waiting items start anyway. */
const PATIENCE = 5

/**
 * Groups what callers ask for within `milliseconds` (0: in this turn of the event loop), at most `most` at once. `handle` returns one
 * result per item in order; an error reaches every caller of the batch.
 */
export function createBatch<Item, Result>(
  handle: (items: Item[]) => Promise<Result[]>,
  { milliseconds = 0, most = 1000, atOnce = Infinity }: Options = {},
) {
  let waiting: Waiting<Item, Result>[] = []
  let isScheduled = false
  let patience: NodeJS.Timeout | undefined
  const running = new Set<Promise<void>>()

  async function settle(batch: Waiting<Item, Result>[]) {
    try {
      const results = await outsideOfWork(() => handle(batch.map(({ item }) => item)))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (reason) {
      for (const { reject } of batch) reject(reason)
    }
  }

  function run() {
    const batch = waiting
    waiting = []
    isScheduled = false
    clearTimeout(patience)
    patience = undefined
    if (batch.length === 0) return
    const work = settle(batch).finally(() => {
      running.delete(work)
      if (patience) run()
    })
    running.add(work)
  }

  function schedule() {
    if (running.size >= atOnce) {
      patience ??= setTimeout(run, PATIENCE)
      return
    }
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
    flush: async () => {
      run()
      await Promise.all(running)
    },
  }
}
