import type { EnrollmentKey } from '#contract/licensing/enrollment-keys.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useDeleteKey } from './api.ts'

type Props = { stored: EnrollmentKey; onClose: () => void }

export function DeleteKeyDialog({ stored: { id, label }, onClose }: Props) {
  const { mutateAsync } = useDeleteKey()
  return (
    <ConfirmDialog
      title={`Delete “${label}”?`}
      description="No device can enroll with this key any more. Devices that have done so keep their licenses."
      confirm="Delete"
      pending="Deleting…"
      onConfirm={(confirmed) => mutateAsync({ params: { id }, confirmed })}
      onClose={onClose}
    />
  )
}
