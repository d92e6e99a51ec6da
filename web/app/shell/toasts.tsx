import { useEffect, useState, useSyncExternalStore } from 'react'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { NOTIFICATIONS, NOTIFICATIONS_KEY, toastStore } from '#web/ui/feedback/toast.ts'

/** Whether the hotkey focused the region before the toaster's code arrived. The toaster then takes over the focus. */
type Intent = 'none' | 'any' | 'focus'

const Toaster = onDemand(async () => (await import('#web/ui/feedback/toaster.tsx')).Toaster, <EmptyRegion />, {
  isSilent: true,
})

/**
 * The notifications region is always in the page. The toaster's code loads with the first key or pointer press, so that toasts work
 * offline. A dialog hides everything from screen readers that lacks aria-live when it opens; Radix announces each toast itself.
 */
export function Toasts() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  const intent = useIntent()
  return (
    <div aria-live="off">
      {intent === 'none' && toasts.length === 0 ? <EmptyRegion /> : <Toaster isFocused={intent === 'focus'} />}
    </div>
  )
}

function useIntent() {
  const [intent, setIntent] = useState<Intent>('none')
  useEffect(() => {
    const listening = new AbortController()
    const notice = (event: Event) => {
      listening.abort()
      const isHotkey = event instanceof KeyboardEvent && event.code === NOTIFICATIONS_KEY
      setIntent(isHotkey ? 'focus' : 'any')
    }
    for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, notice, { signal: listening.signal })
    return () => listening.abort()
  }, [])
  return intent
}

function EmptyRegion() {
  return (
    <section aria-label={NOTIFICATIONS}>
      <ol />
    </section>
  )
}
