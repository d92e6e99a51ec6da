import { useEffect, useSyncExternalStore } from 'react'
import { signInQuestion } from '#web/app/api/questions.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'

const SessionEndDialog = onDemand(async () => (await import('./session-end-dialog.tsx')).SessionEndDialog)

export function SessionEnd() {
  const isOpen = useSyncExternalStore(signInQuestion.subscribe, signInQuestion.isOpen)
  useEffect(() => () => signInQuestion.answer(false), [])
  return isOpen && <SessionEndDialog onAnswer={signInQuestion.answer} />
}
