import type { ComponentProps } from 'react'
import { Field, type Labeled } from './field.tsx'
import { Input } from './input.tsx'

export const TextField = ({ name, label, help, fieldClass, ...input }: Labeled & ComponentProps<'input'>) => (
  <Field name={name} label={label} help={help} className={fieldClass}>
    {(control) => <Input {...input} {...control} />}
  </Field>
)
