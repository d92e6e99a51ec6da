import type { ComponentProps, InputEvent } from 'react'
import type { LabeledField } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

type AmountProps = LabeledField & Omit<ComponentProps<'input'>, 'onChange'> & { onType?: (amount: string) => void }

export const AmountInput = ({ onType, ...field }: AmountProps) => (
  <TextField
    type="number"
    min="0"
    step="0.01"
    {...field}
    onBeforeInput={insertPlain}
    onChange={({ target }) => onType?.(target.value)}
  />
)

/** A number field leaves out a decimal comma, which multiplies the amount by 100. */
function insertPlain(event: InputEvent<HTMLInputElement>) {
  const amount = plainAmount(event.data)
  if (amount === event.data) return
  event.preventDefault()
  document.execCommand('insertText', false, amount)
}

const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/
const WITH_COMMA = /^(?:\d*|\d{1,3}(?:\.\d{3})+),\d{0,2}$/

/** 'R 1 234,50' and '1,234.50' → '1234.50', also for a comma that is typed alone. Other text stays as it is. */
export function plainAmount(typed: string) {
  const bare = typed.replaceAll(/\s/g, '').replace(/^R/i, '')
  if (GROUPED.test(bare)) return bare.replaceAll(',', '')
  return WITH_COMMA.test(bare) ? bare.replaceAll('.', '').replace(',', '.') : bare
}
