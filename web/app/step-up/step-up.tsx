import { useEffect, useSyncExternalStore } from 'react'
import { answerQuestion, stepUpQuestion } from '#web/app/api/step-up-question.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'

const StepUpDialog = onDemand(async () => (await import('./step-up-dialog.tsx')).StepUpDialog)

/** Asks who it is above any screen. Whoever is signed out meanwhile has not answered. */
export function StepUp() {
  const isOpen = useSyncExternalStore(stepUpQuestion.subscribe, stepUpQuestion.isOpen)
  useEffect(() => () => answerQuestion(false), [])
  return isOpen && <StepUpDialog onAnswer={answerQuestion} />
}
