import { monitorEventLoopDelay } from 'node:perf_hooks'
import { collectGarbage } from '#server/start/garbage.ts'

/**
 * CPU of all threads and peak memory since the start of the process. Since the last call: `stall`, the 99th percentile of the event loop's
 * delay, and `peakBytes`, the largest resident size of a sample.
 */
export type Usage = {
  cpuMicroseconds: number
  largestBytes: number
  residentBytes: number
  peakBytes: number
  heapBytes: number
  stall: number
}

/** Milliseconds. */
const RESOLUTION = 5
const delays = monitorEventLoopDelay({ resolution: RESOLUTION })
delays.enable()

let peak = 0
const sample = () => (peak = Math.max(peak, process.memoryUsage.rss()))
setInterval(sample, 500).unref()

function usage(): Usage {
  const { user, system } = process.cpuUsage()
  const stall = Math.max(0, delays.percentile(99) / 1e3 - RESOLUTION * 1e3)
  delays.reset()
  const [residentBytes, peakBytes] = [process.memoryUsage.rss(), sample()]
  peak = 0
  const largestBytes = process.resourceUsage().maxRSS * 1024
  const heapBytes = process.memoryUsage().heapUsed
  return { cpuMicroseconds: user + system, largestBytes, residentBytes, peakBytes, heapBytes, stall }
}

// Preloaded in each child, so that the portal needs no code for benchmarks.
process.on('message', (message) => {
  if (message === 'collected usage') collectGarbage()
  if (message === 'usage' || message === 'collected usage') process.send?.({ usage: usage() })
})
// Ends the child if the parent is killed.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
