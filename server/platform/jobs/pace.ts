/** Milliseconds: what happens close together is told once, `soon` after the first of it, and never more often than `every`. */
type Pace = { soon: number; every: number }

/** Acts at that pace however often it is asked to. `act` never rejects. */
export function createPace({ soon, every }: Pace, act: () => unknown) {
  let last = -Infinity
  let timer: NodeJS.Timeout | undefined
  let acting: unknown
  const run = () => {
    timer = undefined
    last = performance.now()
    acting = act()
  }
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    ask: () => {
      timer ??= setTimeout(run, Math.max(soon, last + every - performance.now())).unref()
    },
    /** Acts at once on what was asked for and not done yet. */
    flush: async () => {
      if (timer) {
        stop()
        run()
      }
      await acting
    },
    stop,
  }
}
