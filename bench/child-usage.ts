/** Resources since the start of the process: CPU of all threads, and peak memory. */
export type Usage = { cpuMicroseconds: number; largestBytes: number }

function usage(): Usage {
  const { user, system } = process.cpuUsage()
  return { cpuMicroseconds: user + system, largestBytes: process.resourceUsage().maxRSS * 1024 }
}

// Preloaded in each child, so that the portal needs no code for benchmarks.
process.on('message', (message) => {
  if (message === 'usage') process.send?.({ usage: usage() })
})
// Ends the child if the parent is killed.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
