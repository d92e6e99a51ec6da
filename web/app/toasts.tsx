import { useSyncExternalStore } from 'react'
import { onDemand } from '#web/ui/on-demand.tsx'
import { toastStore } from '#web/ui/toast.ts'

const Toaster = onDemand(async () => (await import('#web/ui/toaster.tsx')).Toaster)

// Nothing is told before a person touches the page; from then on a toast must not wait for its code, least of all offline.
const warm = () => void Toaster.preload().catch(() => undefined)
globalThis.window?.addEventListener('pointerdown', warm, { once: true })
globalThis.window?.addEventListener('keydown', warm, { once: true })

/**
 * A dialog hides from screen readers whatever is in the page when it opens, unless it holds this attribute: the place of the
 * toasts is there before them. Radix announces each toast by itself.
 */
export const Toasts = () => {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  return <div aria-live="off">{toasts.length > 0 && <Toaster />}</div>
}
