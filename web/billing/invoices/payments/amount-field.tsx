import { useState } from 'react'
import { focusOnShow } from '#web/ui/dialog/focus-on-show.ts'
import { TextField } from '#web/ui/form/text-field.tsx'

type Props = {
  start: string
  max?: string
  /** It appears after its dialog has opened, and Enter is to send it. */
  takesFocus?: boolean
  outcome: (typed: string) => string | null
}

/** An amount that says what will come of it while it is typed. */
export function AmountField({ start, max, takesFocus, outcome }: Props) {
  const [typed, setTyped] = useState(start)
  return (
    <TextField
      name="amount"
      label="Amount (ZAR)"
      type="number"
      min="0.01"
      max={max}
      step="0.01"
      help={<output>{outcome(typed) ?? 'More than 0.'}</output>}
      ref={takesFocus ? focusOnShow : undefined}
      defaultValue={start}
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}
