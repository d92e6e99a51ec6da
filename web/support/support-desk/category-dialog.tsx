import { DEFAULT_COLOR, NewCategory, type TicketCategory } from '#contract/support/categories.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useChangeCategory, useCreateCategory } from './api.ts'
import { ColorField } from './color-field.tsx'

type Props = { category?: TicketCategory; onClose: () => void }

/** Creates a category, or edits the given one. */
export function CategoryDialog({ category, onClose }: Props) {
  const create = useCreateCategory()
  const change = useChangeCategory()
  const save = async (body: NewCategory) => {
    await (category ? change.mutateAsync({ params: category, body }) : create.mutateAsync({ body }))
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
        <ColorField name="color" label="Colour" initial={category?.color ?? DEFAULT_COLOR} />
      </Form>
    </Dialog>
  )
}
