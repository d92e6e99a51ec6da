export const NOTIFICATIONS_KEY = 'F8'
export const NOTIFICATIONS = `Notifications (${NOTIFICATIONS_KEY})`

const TOAST_LIMIT = 1
export const TOAST_DURATION = 5000
export const TOAST_REMOVE_DELAY = 1_000_000
export const TOAST_SWIPE_THRESHOLD = 50

type Message = {
  title: string
  description?: string
  tone?: 'plain' | 'destructive'
  action?: { label: string; onSelect: () => void }
}
export type Toast = Message & { id: number; isOpen: boolean }

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function replace(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Works outside React. A new toast replaces the current one. */
export function toast(message: Message) {
  const id = ++lastId
  replace([{ ...message, id, isOpen: true }, ...toasts].slice(0, TOAST_LIMIT))
  return id
}

export function dismissToast(id: number) {
  replace(toasts.map((shown) => (shown.id === id ? { ...shown, isOpen: false } : shown)))
  setTimeout(() => replace(toasts.filter((shown) => shown.id !== id)), TOAST_REMOVE_DELAY)
}

export const toastStore = {
  read: () => toasts,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
