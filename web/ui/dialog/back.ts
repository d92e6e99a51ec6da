import { DIALOG } from '#web/ui/open-dialog.ts'

/** Not every browser has it. */
const { navigation } = globalThis as Partial<typeof globalThis>

/**
 * Back closes a dialog with unsaved input like its button, which asks first. A second press in a row goes back: browsers allow no trap.
 * Apart from the dialog, so that the sign-in page does not load it.
 */
export function watchBack() {
  navigation?.addEventListener('navigate', closeInstead)
  return () => navigation?.removeEventListener('navigate', closeInstead)
}

function closeInstead(event: NavigateEvent) {
  if (event.navigationType !== 'traverse' || !event.cancelable || !isUnsaved()) return
  const dismiss = Array.from(document.querySelectorAll<HTMLElement>(`:is(${DIALOG}) [aria-label=Dismiss]`)).at(-1)
  if (!dismiss) return
  event.preventDefault()
  dismiss.click()
}

/** Whether the browser would ask before a reload. */
const isUnsaved = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
