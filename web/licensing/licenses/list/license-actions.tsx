import { FileKey, History, MonitorSmartphone, Stethoscope, Trash2 } from 'lucide-react'
import { canHaveFile } from '#contract/licensing/license-files.ts'
import { canDelete, canMove, canRestore, canRevoke, type License } from '#contract/licensing/licenses.ts'
import { setUrl } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent } from '#web/ui/dialog/on-demand.tsx'
import { RowActions } from '#web/ui/table/table-row.tsx'
import { LicenseHistory } from '../license-dialog.tsx'
import type { Opened } from '../opened-license.ts'

type Props = { license: License; isOrgAdmin: boolean; onOpen: (opened: Opened) => void }

/** Revoking and restoring is for everyone in the organization. A status allows one of these at most. */
export const LicenseActions = (props: Props) => (
  <span className="-mr-2 inline-flex items-center sm:[&>[title]]:size-7 sm:[&>[aria-haspopup]]:size-7">
    <Change {...props} />
    <HistoryButton license={props.license} />
    <RowActions name={props.license.label} items={menuOf(props)} />
  </span>
)

/** Rare actions. Reserving for a device is for administrators. */
const menuOf = ({ license, isOrgAdmin, onOpen }: Props) => [
  ...(canMove(license)
    ? [{ label: 'Move to another PC', icon: MonitorSmartphone, onSelect: () => onOpen({ action: 'move', license }) }]
    : []),
  ...(isOrgAdmin && canHaveFile(license)
    ? [{ label: 'Offline file…', icon: FileKey, onSelect: () => onOpen({ action: 'file', license }) }]
    : []),
  {
    label: 'Why doesn’t it work?',
    icon: Stethoscope,
    onSelect: () => setUrl({ diagnose: license.id }, { replace: false }),
  },
]

function Change({ license, isOrgAdmin, onOpen }: Props) {
  if (canRevoke(license) || canRestore(license)) return <RevokeOrRestore license={license} onOpen={onOpen} />
  if (!isOrgAdmin || !canDelete(license)) return null
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={`Delete ${license.label}`}
      title="Delete"
      onClick={() => onOpen({ action: 'delete', license })}
    >
      <Trash2 aria-hidden className="text-danger-fg" />
    </Button>
  )
}

const HistoryButton = ({ license: { id, label } }: Pick<Props, 'license'>) => (
  <Button
    variant="ghost"
    size="icon"
    aria-label={`History of ${label}`}
    title="History"
    {...intent(LicenseHistory)}
    onClick={() => setUrl({ history: id }, { replace: false })}
  >
    <History aria-hidden />
  </Button>
)

/** One element for both, so that the focus stays after revoking. */
function RevokeOrRestore({ license, onOpen }: Omit<Props, 'isOrgAdmin'>) {
  const verb = canRevoke(license) ? 'Revoke' : 'Restore'
  return (
    <Button
      size="small"
      aria-label={`${verb} ${license.label}`}
      onClick={() => onOpen({ action: canRevoke(license) ? 'revoke' : 'restore', license })}
    >
      {verb}
    </Button>
  )
}
