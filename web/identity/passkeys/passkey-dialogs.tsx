import { PasskeyName, type Passkey } from '#contract/identity/passkeys.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useRemovePasskey, useRenamePasskey } from './api.ts'

type Props = { passkey: Passkey; onClose: () => void }

export function RenamePasskeyDialog({ passkey: { id, name }, onClose }: Props) {
  const { mutateAsync: rename } = useRenamePasskey()
  const save = async (body: PasskeyName) => {
    await rename({ params: { id }, body })
    onClose()
  }
  return (
    <Dialog size="small" title="Rename the passkey" description="Only you see its name." onClose={onClose}>
      <Form schema={PasskeyName} onSubmit={save} submit="Save" pending="Saving…" cancel={onClose}>
        <TextField name="name" label="Name" defaultValue={name} autoComplete="off" />
      </Form>
    </Dialog>
  )
}

export function RemovePasskeyDialog({ passkey: { id, name }, onClose }: Props) {
  const { mutateAsync: remove } = useRemovePasskey()
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      description="You can no longer sign in with this passkey. Your password still works."
      confirm="Remove"
      pending="Removing…"
      onConfirm={() => remove({ params: { id } })}
      onClose={onClose}
    />
  )
}
