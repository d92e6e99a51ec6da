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

/** The same for each question. Questions are the same if their JSON is. */
export function shareReadings<Question, Value>(read: (question: Question) => Promise<Value>) {
  const shared = new Map<string, { read: () => Promise<Value>; callers: number }>()

  return async (question: Question) => {
    const key = JSON.stringify(question)
    const reading = shared.get(key) ?? { read: shareReading(() => read(question)), callers: 0 }
    shared.set(key, reading)
    reading.callers += 1
    try {
      return await reading.read()
    } finally {
      reading.callers -= 1
      if (reading.callers === 0) shared.delete(key)
    }
  }
}

/** Calls within so many milliseconds share one read. After one that has failed, the next call reads again. */
export function remember<Value>(read: () => Promise<Value>, milliseconds: number, clock = () => performance.now()) {
  let last: Promise<Value> | undefined
  let readAt = 0

  return () => {
    const now = clock()
    if (last && now - readAt < milliseconds) return last
    const reading = read()
    reading.catch(() => {
      if (last === reading) last = undefined
    })
    readAt = now
    last = reading
    return reading
  }
}
