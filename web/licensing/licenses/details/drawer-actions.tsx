import { FileKey, MonitorSmartphone, MonitorUp, Pencil, RotateCcw, ShieldOff, Stethoscope, Trash2 } from 'lucide-react'
import { canHaveFile } from '#contract/licensing/license-files.ts'
import { canAssign, canDelete, canMove, canRestore, canRevoke, type License } from '#contract/licensing/licenses.ts'
import { setUrl } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import type { LicenseAction } from '../changes/opened-license.ts'
import { DIAGNOSE } from '../list/list-texts.ts'

type Props = {
  license: License
  isOrgAdmin: boolean
  canChange: boolean
  onOpen: (action: LicenseAction) => void
}

export const DrawerActions = ({ license, isOrgAdmin, canChange, onOpen }: Props) => (
  <div className="flex flex-wrap gap-2">
    {canChange &&
      actionsOf(license, isOrgAdmin).map(({ action, label, icon: Icon }) => (
        <Button key={action} size="small" onClick={() => onOpen(action)}>
          <Icon aria-hidden />
          {label}
        </Button>
      ))}
    <Button size="small" onClick={() => setUrl({ diagnose: license.id }, { replace: false })}>
      <Stethoscope aria-hidden />
      {DIAGNOSE}
    </Button>
  </div>
)

const actionsOf = (license: License, isOrgAdmin: boolean) =>
  (
    [
      { action: 'revoke', label: 'Revoke', icon: ShieldOff, isOpen: canRevoke(license) },
      { action: 'restore', label: 'Restore', icon: RotateCcw, isOpen: canRestore(license) },
      {
        action: 'assign',
        label: license.deviceFingerprint ? 'Edit UUID' : 'Assign UUID',
        icon: MonitorUp,
        isOpen: isOrgAdmin && canAssign(license),
      },
      { action: 'move', label: 'Move to another PC', icon: MonitorSmartphone, isOpen: canMove(license) },
      { action: 'file', label: 'Offline file', icon: FileKey, isOpen: isOrgAdmin && canHaveFile(license) },
      { action: 'edit', label: 'Edit', icon: Pencil, isOpen: isOrgAdmin },
      { action: 'delete', label: 'Delete', icon: Trash2, isOpen: isOrgAdmin && canDelete(license) },
    ] as const
  ).filter(({ isOpen }) => isOpen)
