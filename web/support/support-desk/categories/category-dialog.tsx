import { useState } from 'react'
import * as z from 'zod/mini'
import { DEFAULT_COLOR, NewCategory, Color, type TicketCategory } from '#contract/support/categories.ts'
import { useChangedValues } from '#web/app/api/changed-values.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useChangeCategory, useCreateCategory } from '../api.ts'

type Props = { category?: TicketCategory; onClose: () => void }

export function CategoryDialog({ category, onClose }: Props) {
  const create = useCreateCategory()
  const change = useChangeCategory()
  const changesIn = useChangedValues<Partial<TicketCategory>>(category ?? {})
  const save = async (body: NewCategory) => {
    const changes = changesIn(body)
    if (!category) await create.mutateAsync({ body })
    else if (changes) await change.mutateAsync({ params: category, body: changes })
    onClose()
  }
  const words = category
    ? { title: 'Edit Category', submit: 'Save', pending: 'Saving…' }
    : { title: 'Create Category', submit: 'Create', pending: 'Creating…' }

  return (
    <Dialog size="small" title={words.title} description="Customers see it on their tickets." onClose={onClose}>
      <Form schema={NewCategory} onSubmit={save} submit={words.submit} pending={words.pending} cancel={onClose}>
        <TextField name="name" label="Name" autoComplete="off" defaultValue={category?.name} />
        <TextareaField
          name="description"
          label="Description (optional)"
          rows={2}
          defaultValue={category?.description ?? ''}
        />
        <ColorField name="color" label="Color" initial={category?.color ?? DEFAULT_COLOR} />
      </Form>
    </Dialog>
  )
}

type ColorProps = { name: string; label: string; initial: string }

/** A picker and its color as text: each shows what is chosen in the other. The text is what is sent. */
function ColorField({ name, label, initial }: ColorProps) {
  const [color, setColor] = useState(initial)
  const { success } = z.safeParse(Color, color)
  return (
    <Field name={name} label={label}>
      {(control) => (
        <span className="flex gap-2">
          <input
            type="color"
            aria-label="Pick a color"
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
