import { useEffect, useSyncExternalStore } from 'react'
import { answerQuestion, stepUpQuestion } from '#web/app/api/step-up-question.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'

const StepUpDialog = onDemand(async () => (await import('./step-up-dialog.tsx')).StepUpDialog)

/** Shows the step-up dialog above any screen. Signing out cancels it. */
export function StepUp() {
  const isOpen = useSyncExternalStore(stepUpQuestion.subscribe, stepUpQuestion.isOpen)
  useEffect(() => () => answerQuestion(false), [])
  return isOpen && <StepUpDialog onAnswer={answerQuestion} />
}
