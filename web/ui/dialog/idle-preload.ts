import { onFirstInput } from '#web/ui/first-input.ts'

type Preload = () => Promise<unknown>

let queue: Preload[] = []
let isWaiting = false
let isStarted = false
let isLoading = false

/** Queues code for when the browser is idle. Code that only preloaded code needs is not preloaded. */
export function preloadLater(preload: Preload) {
  if (isLoading) return
  queue.push(preload)
  if (isStarted) schedule()
}

const SETTLED = 2000

/** Milliseconds without any input after which the screen has loaded even on a slow line. */
const LONGEST_LOAD = 10_000

/** Preloads dialogs of the open screens, so that they open at once and offline. Not for users who save data. */
export function startPreloading() {
  if (isWaiting || isSavingData()) return
  isWaiting = true
  const start = () => {
    if (isStarted) return
    isStarted = true
    stopWaiting()
    window.addEventListener('online', schedule)
    schedule()
  }
  const stopWaiting = onFirstInput(start)
  setTimeout(start, LONGEST_LOAD)
}

const isSavingData = () => 'connection' in navigator && Object(navigator.connection).saveData === true

let timer: ReturnType<typeof setTimeout> | undefined

function schedule() {
  clearTimeout(timer)
  timer = setTimeout(() => whenIdle(() => void loadNext()), SETTLED)
}

/** Safari has no idle callbacks. */
const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(work) : setTimeout(work)

async function loadNext() {
  const [next, ...rest] = queue
  if (!next || isLoading) return
  queue = rest
  isLoading = true
  const hasArrived = await next().then(
    () => true,
    () => false,
  )
  isLoading = false
  if (hasArrived) return void whenIdle(() => void loadNext())
  // Offline, the rest waits for the connection.
  queue.push(next)
}
