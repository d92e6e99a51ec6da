import * as z from 'zod/mini'
import { NewView, type SavedView } from '#contract/support/inbox.ts'
import { useSaveView } from '#web/support/inbox/api.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

const Named = z.pick(NewView, { name: true })

type Props = { filter: SavedView['filter']; onClose: () => void }

export function SaveViewDialog({ filter, onClose }: Props) {
  const { mutateAsync } = useSaveView()
  const save = async ({ name }: z.infer<typeof Named>) => {
    await mutateAsync({ body: { name, filter } })
    onClose()
  }
  return (
    <Dialog
      size="small"
      title="Save view"
      description="Keeps the filters and the order, for you only."
      onClose={onClose}
    >
      <Form schema={Named} onSubmit={save} submit="Save" pending="Saving…" cancel={onClose}>
        <TextField name="name" label="Name" autoComplete="off" />
      </Form>
    </Dialog>
  )
}
