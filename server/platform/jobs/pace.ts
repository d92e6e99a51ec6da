/** Milliseconds. Events are combined: the first waits `soon`, the next ones `every`. */
type Pace = { soon: number; every: number }

/** Calls `act` at that pace. `act` never rejects. */
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
