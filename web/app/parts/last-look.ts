import { use, useLayoutEffect } from 'react'
import { DialogState, type Question } from '#web/ui/dialog/dialog-state.ts'

const LAST_LOOK: Question = {
  title: 'Close without copying?',
  description: 'This is not shown again.',
  confirm: 'Close',
  cancel: 'Go back',
}

/** For a secret that is shown once. Its dialog asks before it closes, until the function that this returns has been called. */
export function useLastLook() {
  const setQuestion = use(DialogState)?.setQuestion
  useLayoutEffect(() => {
    setQuestion?.(LAST_LOOK)
    return () => setQuestion?.(null)
  }, [setQuestion])
  return () => setQuestion?.(null)
}
