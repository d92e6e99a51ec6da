import { useState } from 'react'
import { canReserve, type License } from '#contract/licensing/licenses.ts'
import { basedOn } from '#web/app/api/changed-values.ts'
import { useIsOrgAdmin } from '#web/identity/session/api.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useChangeLicense, useDeleteLicense } from '../api.ts'
import { joinSentences, offlineWarning } from '../devices/offline-warning.ts'
import type { DialogProps } from './opened-license.ts'
import { ReserveBox } from './reserve-box.tsx'

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

export function RevokeLicenseDialog({ license, onClose }: DialogProps) {
  const { mutateAsync } = useChangeLicense()
  const device = license.deviceName ?? 'The device'
  return (
    <ConfirmDialog
      title={`Revoke “${license.label}”?`}
      description={joinSentences(
        `${device} stops working with this license at its next check-in.`,
        offlineWarning([license]),
        'You can restore the license later, for this device or another.',
      )}
      confirm="Revoke"
      pending="Revoking…"
      onConfirm={(confirmed) => mutateAsync({ ...basedOn(license), body: { status: 'revoked' }, confirmed })}
      onClose={onClose}
    />
  )
}

/** The previous device cannot reactivate it automatically, so an administrator reserves it after a mistake. */
export function RestoreLicenseDialog({ license, onClose }: DialogProps) {
  const { mutateAsync } = useChangeLicense()
  const [isReserved, setReserved] = useState(false)
  const isReservable = useIsOrgAdmin() && canReserve(license)
  const device = deviceOf(license)
  const body = { status: 'unassigned', ...(isReserved && { reserve: true }) } as const
  return (
    <ConfirmDialog
      title={`Restore “${license.label}”?`}
      description={
        isReserved
          ? `The license is assigned to ${device}, which activates it again at its next check-in.`
          : joinSentences(freed(license), offlineWarning([license]))
      }
      confirm="Restore"
      pending="Restoring…"
      tone="primary"
      onConfirm={(confirmed) => mutateAsync({ params: { id: license.id }, body, confirmed })}
      onClose={onClose}
    >
      {isReservable && <ReserveBox isChecked={isReserved} onChange={setReserved} label={`Reserve it for ${device}`} />}
    </ConfirmDialog>
  )
}

const freed = (license: License) =>
  canReserve(license)
    ? `The license becomes free for any other device. ${deviceOf(license)} stays locked until an administrator reserves the license for it.`
    : 'The license becomes free for any device.'

const deviceOf = ({ deviceName, deviceFingerprint }: License) => deviceName ?? deviceFingerprint ?? 'the device'
