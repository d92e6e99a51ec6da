import { NoteDraft, type CustomerNote } from '#contract/operations/customer-notes.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useChangeNote, useRemoveNote } from './api.ts'

export type NoteAction = 'edit' | 'delete'

type Props = { customerId: string; note: CustomerNote; onClose: () => void }

export const NoteDialog = ({ action, ...props }: Props & { action: NoteAction }) =>
  action === 'edit' ? <EditNote {...props} /> : <DeleteNote {...props} />

function EditNote({ customerId, note, onClose }: Props) {
  const { mutateAsync } = useChangeNote()
  const save = async (draft: NoteDraft) => {
    const params = { id: customerId, noteId: note.id }
    await mutateAsync({ params, headers: { 'if-match': note.updatedAt }, body: draft })
    onClose()
  }
  return (
    <Dialog size="small" title="Edit Note" onClose={onClose}>
      <Form schema={NoteDraft} onSubmit={save} submit="Save" pending="Saving…" cancel={onClose}>
        <TextareaField name="text" label="Note" rows={6} defaultValue={note.text} />
      </Form>
    </Dialog>
  )
}

function DeleteNote({ customerId, note, onClose }: Props) {
  const { mutateAsync } = useRemoveNote()
  return (
    <ConfirmDialog
      title={`Delete the note of ${note.authorName}?`}
      description="This can't be undone."
      confirm="Delete"
      pending="Deleting…"
      onConfirm={() => mutateAsync({ params: { id: customerId, noteId: note.id } })}
      onClose={onClose}
    />
  )
}
