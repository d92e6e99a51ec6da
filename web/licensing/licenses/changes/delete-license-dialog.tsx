import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useDeleteLicense } from '../api.ts'
import type { DialogProps } from '../opened-license.ts'

export function DeleteLicenseDialog({ license, onClose }: DialogProps) {
  const { mutateAsync } = useDeleteLicense()
  return (
    <ConfirmDialog
      title={`Delete “${license.label}”?`}
      description="Are you sure you want to delete this license? This action cannot be undone."
      confirm="Delete"
      pending="Deleting…"
      onConfirm={(confirmed) => mutateAsync({ params: { id: license.id }, confirmed })}
      onClose={onClose}
    />
  )
}
