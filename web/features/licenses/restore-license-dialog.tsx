import { useState } from 'react'
import type { License } from '#contract/licenses.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useChangeLicense } from './api.ts'
import type { DialogProps } from './license-dialog.tsx'
import { ReserveBox } from './reserve-box.tsx'

/** The device it was on cannot activate it again by itself, so an administrator who revoked it by mistake reserves it. */
export function RestoreLicenseDialog({ license, onClose }: DialogProps) {
  const { mutateAsync } = useChangeLicense()
  const [isReserved, setReserved] = useState(false)
  const device = deviceOf(license)
  const body = { status: 'unassigned', ...(isReserved && { reserve: true }) } as const
  return (
    <ConfirmDialog
      title={`Restore “${license.label}”?`}
      description={
        isReserved
          ? `The license is assigned to ${device}, which activates it again at its next check-in.`
          : `The license becomes free for any other device. ${device} stays locked until the license is reserved for it.`
      }
      confirm="Restore"
      pending="Restoring…"
      tone="primary"
      onConfirm={() => mutateAsync({ params: { id: license.id }, body })}
      onClose={onClose}
    >
      <ReserveBox isChecked={isReserved} onChange={setReserved} label={`Reserve it for ${device}`} />
    </ConfirmDialog>
  )
}

const deviceOf = ({ deviceName, deviceFingerprint }: License) => deviceName ?? deviceFingerprint ?? 'the device'
