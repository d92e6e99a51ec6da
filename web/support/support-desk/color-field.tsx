import { useState } from 'react'
import * as z from 'zod/mini'
import { Color, DEFAULT_COLOR } from '#contract/support/categories.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

type Props = { name: string; label: string; initial: string }

/** A picker and its colour as text: each shows what is chosen in the other. The text is what is sent. */
export function ColorField({ name, label, initial }: Props) {
  const [color, setColor] = useState(initial)
  const { success } = z.safeParse(Color, color)
  return (
    <Field name={name} label={label}>
      {(control) => (
        <span className="flex gap-2">
          <input
            type="color"
            aria-label="Pick a colour"
            value={success ? color.toLowerCase() : DEFAULT_COLOR}
            onChange={({ target }) => setColor(target.value.toUpperCase())}
            className="h-9 w-12 shrink-0 cursor-pointer rounded-md border border-input bg-card p-1 max-sm:h-10"
          />
          <Input
            {...control}
            value={color}
            onChange={({ target }) => setColor(target.value)}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
          />
        </span>
      )}
    </Field>
  )
}
