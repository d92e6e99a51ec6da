import { useIsOnline } from './use-is-online.ts'

export function OfflineStrip() {
  if (useIsOnline()) return null
  return (
    <p role="alert" className="fixed inset-x-0 bottom-0 z-50 bg-warning-bg px-4 py-2 text-center text-warning-fg">
      You’re offline. You may see outdated data; changes can’t be saved.
    </p>
  )
}
