import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useChangeLicense } from '../api.ts'
import type { DialogProps } from '../opened-license.ts'

export function RevokeLicenseDialog({ license, onClose }: DialogProps) {
  const { mutateAsync } = useChangeLicense()
  const device = license.deviceName ?? 'The device'
  return (
    <ConfirmDialog
      title={`Revoke “${license.label}”?`}
      description={`${device} stops working with this license at its next check-in. You can restore the license later, for this device or another.`}
      confirm="Revoke"
      pending="Revoking…"
      onConfirm={(confirmed) => mutateAsync({ params: { id: license.id }, body: { status: 'revoked' }, confirmed })}
      onClose={onClose}
    />
  )
}
