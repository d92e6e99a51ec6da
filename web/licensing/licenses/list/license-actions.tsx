import { FileKey, History, MonitorSmartphone, PanelRight, Stethoscope, Trash2 } from 'lucide-react'
import { canHaveFile } from '#contract/licensing/license-files.ts'
import { canDelete, canMove, canRestore, canRevoke, type License } from '#contract/licensing/licenses.ts'
import { setUrl } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { RowActions } from '#web/ui/table/table-row.tsx'
import type { LicenseAction, OpenLicense } from '../changes/opened-license.ts'
import { DIAGNOSE } from './list-texts.ts'

type Props = {
  license: License
  isOrgAdmin: boolean
  canChange: boolean
  onOpen: (opened: OpenLicense) => void
}

/** Revoking and restoring is for everyone in the organization. Everything else is in the menu. */
export const LicenseActions = (props: Props) => (
  <span className="relative -mr-2 inline-flex items-center justify-end sm:[&>[aria-haspopup]]:size-7">
    <RevokeOrRestore {...props} />
    <RowActions name={props.license.label} items={menuOf(props)} />
  </span>
)

function menuOf({ license, isOrgAdmin, canChange, onOpen }: Props) {
  const open = (action: LicenseAction) => () => onOpen({ action, license })
  const show = (parameter: string) => () => setUrl({ [parameter]: license.id }, { replace: false })
  return [
    { label: 'Details', icon: PanelRight, onSelect: show('license') },
    ...(canChange && canMove(license)
      ? [{ label: 'Move to another PC', icon: MonitorSmartphone, onSelect: open('move') }]
      : []),
    ...(canChange && isOrgAdmin && canHaveFile(license)
      ? [{ label: 'Offline file…', icon: FileKey, onSelect: open('file') }]
      : []),
    { label: DIAGNOSE, icon: Stethoscope, onSelect: show('diagnose') },
    { label: 'History', icon: History, onSelect: show('history') },
    ...(canChange && isOrgAdmin && canDelete(license)
      ? [{ label: 'Delete', icon: Trash2, onSelect: open('delete'), tone: 'danger' as const }]
      : []),
  ]
}

/** One element for both, so that the focus stays after revoking. With a mouse it shows while the row is pointed at. */
function RevokeOrRestore({ license, canChange, onOpen }: Props) {
  if (!canChange || (!canRevoke(license) && !canRestore(license))) return null
  const verb = canRevoke(license) ? 'Revoke' : 'Restore'
  return (
    <Button
      size="small"
      aria-label={`${verb} ${license.label}`}
      className="max-sm:hidden pointer-fine:absolute pointer-fine:right-full pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100 focus:opacity-100"
      onClick={() => onOpen({ action: canRevoke(license) ? 'revoke' : 'restore', license })}
    >
      {verb}
    </Button>
  )
}
