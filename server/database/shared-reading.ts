import { outsideOfWork } from './transactions/work.ts'

/**
 * Reads once at a time, however many want to know: who asks while a reading runs shares the next one. So everyone learns what was
 * true after they asked, and a crowd costs no more than one caller who asks without pause.
 */
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
