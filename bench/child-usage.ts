/** What a process has used since it started: microseconds of CPU on all its threads, and bytes at its largest. */
export type Usage = { cpuMicroseconds: number; largestBytes: number }

function usage(): Usage {
  const { user, system } = process.cpuUsage()
  return { cpuMicroseconds: user + system, largestBytes: process.resourceUsage().maxRSS * 1024 }
}

// Loaded before the program of every child, the portal too, which knows nothing of it and ends as it always does.
process.on('message', (message) => {
  if (message === 'usage') process.send?.({ usage: usage() })
})
// Nobody is left running by a parent that was killed.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
