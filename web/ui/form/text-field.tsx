import { useState, type ComponentProps, type InputEvent } from 'react'
import { Field, type Labeled } from './field.tsx'
import { plainAmount } from './form-values.ts'
import { Input } from './input.tsx'

export const TextField = ({ name, label, help, fieldClass, ...input }: Labeled & ComponentProps<'input'>) => (
  <Field name={name} label={label} help={help} className={fieldClass}>
    {(control) => <Input {...input} {...control} />}
  </Field>
)

type AmountProps = Labeled & Omit<ComponentProps<'input'>, 'onChange'> & { onType?: (amount: string) => void }

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

/** A password that can be shown while it is typed. */
export function PasswordField({ name, label, help, fieldClass, ...input }: Labeled & ComponentProps<'input'>) {
  const [isShown, setShown] = useState(false)
  return (
    <Field name={name} label={label} help={help} className={fieldClass}>
      {(control) => (
        <div className="relative">
          <Input {...input} {...control} type={isShown ? 'text' : 'password'} spellCheck={false} className="pr-16" />
          <button
            type="button"
            aria-controls={control.id}
            className="absolute inset-y-0 right-0 rounded-md px-3 text-[13px] font-medium text-accent"
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </Field>
  )
}
