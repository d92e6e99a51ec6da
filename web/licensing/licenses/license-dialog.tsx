import type { ComponentType } from 'react'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import type { DialogProps, LicenseAction, OpenLicense } from './changes/opened-license.ts'

export const LicenseHistory = onDemand(async () => (await import('./history/license-history.tsx')).LicenseHistory)

const dialogs = {
  edit: onDemand(async () => (await import('./changes/edit-license-dialog.tsx')).EditLicenseDialog),
  assign: onDemand(async () => (await import('./devices/assign-uuid-dialog.tsx')).AssignUuidDialog),
  move: onDemand(async () => (await import('./devices/move-dialog.tsx')).MoveDialog),
  file: onDemand(async () => (await import('./devices/offline-file-dialog.tsx')).OfflineFileDialog),
  restore: onDemand(async () => (await import('./changes/confirm-dialogs.tsx')).RestoreLicenseDialog),
  revoke: onDemand(async () => (await import('./changes/confirm-dialogs.tsx')).RevokeLicenseDialog),
  delete: onDemand(async () => (await import('./changes/confirm-dialogs.tsx')).DeleteLicenseDialog),
} satisfies Record<LicenseAction, ComponentType<DialogProps>>

export function LicenseDialog({ action, ...props }: OpenLicense & DialogProps) {
  const Dialog = dialogs[action]
  return <Dialog {...props} />
}
