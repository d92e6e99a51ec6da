import { useEffect, useSyncExternalStore } from 'react'
import { stepUpQuestion } from '#web/app/api/questions.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'

const StepUpDialog = onDemand(async () => (await import('./step-up-dialog.tsx')).StepUpDialog)

/** Shows the step-up dialog above any screen. Signing out cancels it. */
export function StepUp() {
  const isOpen = useSyncExternalStore(stepUpQuestion.subscribe, stepUpQuestion.isOpen)
  useEffect(() => () => stepUpQuestion.answer(false), [])
  return isOpen && <StepUpDialog onAnswer={stepUpQuestion.answer} />
}
