import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/**
 * Frees the garbage of the start, which V8 would keep until it needs the memory, before the first request. The last resort also gives the
 * freed pages back to the system; otherwise that waits until the process has been idle for ten seconds, and a hundred MiB stay.
 */
export function collectGarbage() {
  setFlagsFromString('--expose-gc')
  const collect: Collect = runInNewContext('gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
