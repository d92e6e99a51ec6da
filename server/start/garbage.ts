import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Gives back what starting has left behind: more than the running server needs, and V8 keeps it until it wants the room
 * itself. Takes a tenth of a second, so before anybody waits.
 */
export function collectGarbage() {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
}
