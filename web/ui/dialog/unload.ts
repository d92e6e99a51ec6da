import { useEffect } from 'react'

let isAsked = true

const ask = (event: BeforeUnloadEvent) => void (isAsked && event.preventDefault())

/** The browser asks before it leaves or reloads a page with input that would be lost. */
export function useAskBeforeUnload(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isNeeded])
}

/** For a page that must not stay, because another user has signed in. */
export function withoutAsking(leave: () => void) {
  isAsked = false
  leave()
}
