import { setTimeout as wait } from 'node:timers/promises'
import { countOf } from '#contract/quantities.ts'

/** Seconds. */
const FIRST_WAIT = 0.5
const LONGEST_WAIT = 10

/** Waits longer each time, or as long as the server asks. Throws the failure when it has lasted for `seconds`, or when the next wait would exceed it. */
export function createPatience(seconds: number, note?: (text: string) => void) {
  let since: number | undefined
  let next = FIRST_WAIT
  return {
    waitAfter: async (failure: Error, asked = 0) => {
      const isFirst = since === undefined
      since ??= Date.now()
      const delay = Math.max(asked, next)
      if ((Date.now() - since) / 1000 + delay > seconds) throw asked > next ? withWait(failure, asked) : failure
      if (isFirst) note?.(`${headOf(failure)} Trying again for up to ${countOf(seconds, 'second')}.`)
      next = Math.min(next * 2, LONGEST_WAIT)
      await wait(delay * 1000)
    },
    /** After a success, or some of one. */
    restore: () => {
      since = undefined
      next = FIRST_WAIT
    },
  }
}

const headOf = ({ message }: Error) => `${message.replace(/\.$/, '')}.`

function withWait(failure: Error, seconds: number) {
  const wait = seconds > 120 ? countOf(Math.ceil(seconds / 60), 'minute') : countOf(Math.ceil(seconds), 'second')
  failure.message = `${headOf(failure)} The server asks to wait ${wait}.`
  return failure
}
