import { outsideOfWork } from './transactions/work.ts'

/** Runs one read at a time. Callers during a read share the next one, so that they see the state after their call. */
export function shareReading<Value>(read: () => Promise<Value>) {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Value> | undefined

  return () => {
    next ??= running.then(() => {
      const reading = outsideOfWork(read)
      running = reading.catch(() => undefined)
      next = undefined
      return reading
    })
    return next
  }
}
