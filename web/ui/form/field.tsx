import { clsx } from 'clsx'
import { use, useId, type ReactNode } from 'react'
import { FormErrors } from './form-state.ts'

export type LabeledField = { name: string; label: string; help?: ReactNode; fieldClass?: string }

/** Connects a control to its label, help and error. */
type Control = { id: string; name: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }

type Props = {
  name: string
  label: ReactNode
  help?: ReactNode
  className?: string
  children: (control: Control) => ReactNode
}

/** Label above, help and error below. The error comes from the surrounding form. */
export function Field({ name, label, help, className, children }: Props) {
  const { control, error } = useControl(name, Boolean(help))
  return (
    <div className={clsx('grid content-start gap-1.5', className)}>
      <label htmlFor={control.id} className="font-medium">
        {label}
      </label>
      {children(control)}
      <FieldNotes id={control.id} help={help} error={error} />
    </div>
  )
}

export function useControl(name: string, hasHelp: boolean) {
  const id = useId()
  const error = use(FormErrors)[name]
  const notes = [hasHelp && helpId(id), error && errorId(id)].filter(Boolean).join(' ')
  const control: Control = { id, name, 'aria-invalid': Boolean(error), 'aria-describedby': notes || undefined }
  return { control, error }
}

const helpId = (id: string) => `${id}-help`
const errorId = (id: string) => `${id}-error`

export const FieldNotes = ({ id, help, error }: { id: string; help?: ReactNode; error?: string }) => (
  <>
    {help && (
      <p id={helpId(id)} className="text-[13px] text-fg2">
        {help}
      </p>
    )}
    {error && (
      <p id={errorId(id)} className="text-[13px] text-danger-fg">
        {error}
      </p>
    )}
  </>
)
