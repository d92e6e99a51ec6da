import { createContext, use, useCallback, useEffect, useId, useLayoutEffect } from 'react'

export type Question = { title: string; description: string; confirm: string; cancel: string }

type State = {
  /** A dialog with a dirty part asks before Esc or an outside click closes it. */
  setDirty: (part: string, isDirty: boolean) => void
  /** Asks this instead, even without input. */
  setQuestion: (question: Question | null) => void
  /** Counts reasons to stay open. */
  keepOpen: (change: 1 | -1) => void
}

export const DialogState = createContext<State | null>(null)

/**
 * Returns a function that says whether a part of the dialog has unsaved input. Saving one form leaves the input of the others unsaved. Forms
 * call it themselves; a part that disappears is no longer dirty.
 */
export function useSetDirty() {
  const part = useId()
  const setDirty = use(DialogState)?.setDirty
  useEffect(() => () => setDirty?.(part, false), [part, setDirty])
  return useCallback((isDirty: boolean) => setDirty?.(part, isDirty), [part, setDirty])
}

/** Keeps the dialog open while its form is being saved. Closed earlier, the answer would close the dialog that is open by then. */
export function useKeepDialogOpen(keepsOpen: boolean) {
  const keepOpen = use(DialogState)?.keepOpen
  useLayoutEffect(() => {
    if (!keepsOpen) return
    keepOpen?.(1)
    return () => keepOpen?.(-1)
  }, [keepsOpen, keepOpen])
}
