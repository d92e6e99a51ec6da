import { useState, type ComponentProps } from 'react'
import { Field, type LabeledField } from './field.tsx'
import { Input } from './input.tsx'

export const TextField = ({ name, label, help, fieldClass, ...input }: LabeledField & ComponentProps<'input'>) => (
  <Field name={name} label={label} help={help} className={fieldClass}>
    {(control) => <Input {...input} {...control} />}
  </Field>
)

/** A password that can be shown while it is typed. */
export function PasswordField({ name, label, help, fieldClass, ...input }: LabeledField & ComponentProps<'input'>) {
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
