import { useState } from 'react'
import { TextField } from '#web/ui/text-field.tsx'

type Props = { start: string; max?: string; outcome: (typed: string) => string | null }

/** An amount that says what will come of it while it is typed. */
export function AmountField({ start, max, outcome }: Props) {
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
      defaultValue={start}
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}
