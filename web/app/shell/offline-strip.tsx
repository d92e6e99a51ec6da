import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export function OfflineStrip() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (isOnline) return null
  return (
    <p role="alert" className="fixed inset-x-0 bottom-0 z-50 bg-warning-bg px-4 py-2 text-center text-warning-fg">
      You’re offline. You may see outdated data; changes can’t be saved.
    </p>
  )
}
