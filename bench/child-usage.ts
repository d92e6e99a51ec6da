import { monitorEventLoopDelay } from 'node:perf_hooks'

/** CPU of all threads and peak memory since the start of the process; `stall`: 99th percentile of the event loop's delay since the last call. */
export type Usage = { cpuMicroseconds: number; largestBytes: number; stall: number }

/** Milliseconds. */
const RESOLUTION = 5
const delays = monitorEventLoopDelay({ resolution: RESOLUTION })
delays.enable()

function usage(): Usage {
  const { user, system } = process.cpuUsage()
  const stall = Math.max(0, delays.percentile(99) / 1e3 - RESOLUTION * 1e3)
  delays.reset()
  return { cpuMicroseconds: user + system, largestBytes: process.resourceUsage().maxRSS * 1024, stall }
}

// Preloaded in each child, so that the portal needs no code for benchmarks.
process.on('message', (message) => {
  if (message === 'usage') process.send?.({ usage: usage() })
})
// Ends the child if the parent is killed.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
