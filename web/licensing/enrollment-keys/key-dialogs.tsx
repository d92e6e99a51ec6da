import type { EnrollmentKey } from '#contract/licensing/enrollment-keys.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { useDeleteKey } from './api.ts'

export const NewKeyDialog = onDemand(async () => (await import('./key-form-dialogs.tsx')).NewKeyDialog)
export const EditKeyDialog = onDemand(async () => (await import('./key-form-dialogs.tsx')).EditKeyDialog)

export type OpenDialog = { action: 'edit' | 'delete'; stored: EnrollmentKey }

export const KeyDialog = ({ action, ...props }: OpenDialog & { onClose: () => void }) =>
  action === 'edit' ? <EditKeyDialog {...props} /> : <DeleteKeyDialog {...props} />

type Props = { stored: EnrollmentKey; onClose: () => void }

function DeleteKeyDialog({ stored: { id, label }, onClose }: Props) {
  const { mutateAsync } = useDeleteKey()
  return (
    <ConfirmDialog
      title={`Delete “${label}”?`}
      description="Devices can no longer enroll with this key. Enrolled devices keep their licenses."
      confirm="Delete"
      pending="Deleting…"
      onConfirm={(confirmed) => mutateAsync({ params: { id }, confirmed })}
      onClose={onClose}
    />
  )
}
