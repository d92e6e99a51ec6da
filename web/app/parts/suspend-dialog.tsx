import { SuspensionReason } from '#contract/identity/session.ts'
import type { Confirmed } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'

type Props = {
  name: string
  description: string
  onSuspend: (reason: SuspensionReason, confirmed: Confirmed) => Promise<unknown>
  onClose: () => void
}

export function SuspendDialog({ name, description, onSuspend, onClose }: Props) {
  const save = async (reason: SuspensionReason, confirmed: Confirmed) => {
    await onSuspend(reason, confirmed)
    onClose()
  }
  return (
    <Dialog size="small" title={`Suspend ${name}?`} description={description} onClose={onClose}>
      <Form
        schema={SuspensionReason}
        onSubmit={save}
        submit="Suspend"
        submitLook="danger"
        pending="Suspending…"
        cancel={onClose}
      >
        <TextareaField name="reason" label="Reason" rows={3} maxLength={500} help="Only staff can see it." />
      </Form>
    </Dialog>
  )
}
