import type { ComponentType } from 'react'
import type { License } from '#contract/licensing/licenses.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'

export type DialogProps = { license: License; onClose: () => void }

/** Which dialog is open, and for which license. */
export type Opened = { action: keyof typeof dialogs; license: License }

/** Opened by ?history=ID, from a row or from another screen. */
export const LicenseHistory = onDemand(async () => (await import('./license-history.tsx')).LicenseHistory)

/** Opened by ?diagnose=ID, so that support can send the link. */
export const DiagnoseDialog = onDemand(async () => (await import('./diagnose-dialog.tsx')).DiagnoseDialog)

export const BulkDialog = onDemand(async () => (await import('./bulk-dialog.tsx')).BulkDialog)

const dialogs = {
  edit: onDemand(async () => (await import('./edit-license-dialog.tsx')).EditLicenseDialog),
  assign: onDemand(async () => (await import('./assign-uuid-dialog.tsx')).AssignUuidDialog),
  move: onDemand(async () => (await import('./move-dialog.tsx')).MoveDialog),
  file: onDemand(async () => (await import('./offline-file-dialog.tsx')).OfflineFileDialog),
  restore: onDemand(async () => (await import('./restore-license-dialog.tsx')).RestoreLicenseDialog),
  revoke: onDemand(async () => (await import('./revoke-license-dialog.tsx')).RevokeLicenseDialog),
  delete: onDemand(async () => (await import('./delete-license-dialog.tsx')).DeleteLicenseDialog),
} satisfies Record<string, ComponentType<DialogProps>>

export function LicenseDialog({ action, ...props }: Opened & DialogProps) {
  const Dialog = dialogs[action]
  return <Dialog {...props} />
}
