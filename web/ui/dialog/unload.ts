import { useEffect } from 'react'

let isAsked = true

let unsavedParts = 0
const waiting = new Set<() => void>()

function actWaiting() {
  for (const act of waiting) act()
  waiting.clear()
}

/** For what may close a form: acts as soon as no input would be lost. */
export function actWithoutLoss(act: () => void) {
  waiting.add(act)
  if (unsavedParts === 0) actWaiting()
}

const ask = (event: BeforeUnloadEvent) => void (isAsked && event.preventDefault())

/** The browser asks before it leaves or reloads a page with input that would be lost. */
export function useAskBeforeUnload(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return
    window.addEventListener('beforeunload', ask)
    unsavedParts++
    return () => {
      window.removeEventListener('beforeunload', ask)
      unsavedParts--
      if (unsavedParts === 0) actWaiting()
    }
  }, [isNeeded])
}

/** For a page that must not stay, because another user has signed in. */
export function withoutAsking(leave: () => void) {
  isAsked = false
  leave()
}
