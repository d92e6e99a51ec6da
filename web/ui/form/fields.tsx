import type { ComponentProps } from 'react'
import { Checkbox } from './checkbox.tsx'
import { Field, FieldNotes, useControl, type LabeledField } from './field.tsx'
import { Select } from './select.tsx'
import { Textarea } from './textarea.tsx'

export const TextareaField = ({
  name,
  label,
  help,
  fieldClass,
  ...area
}: LabeledField & ComponentProps<'textarea'>) => (
  <Field name={name} label={label} help={help} className={fieldClass}>
    {(control) => <Textarea {...area} {...control} />}
  </Field>
)

export const SelectField = ({
  name,
  label,
  help,
  fieldClass,
  ...select
}: LabeledField & ComponentProps<typeof Select>) => (
  <Field name={name} label={label} help={help} className={fieldClass}>
    {(control) => <Select {...select} {...control} />}
  </Field>
)

export function CheckboxField({ name, label, help, fieldClass, ...box }: LabeledField & ComponentProps<'input'>) {
  const { control, error } = useControl(name, Boolean(help))
  return (
    <div className={fieldClass}>
      <label className="flex min-h-6 items-center gap-2.5 max-sm:min-h-10">
        <Checkbox {...box} {...control} />
        {label}
      </label>
      <FieldNotes id={control.id} help={help} error={error} />
    </div>
  )
}
