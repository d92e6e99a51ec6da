import { History, Trash2 } from 'lucide-react'
import { canDelete, canRestore, canRevoke, type License } from '#contract/licenses.ts'
import { setUrl } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { intent } from '#web/ui/on-demand.tsx'
import { useChangeLicense } from './api.ts'
import { LicenseHistory } from './license-dialog.tsx'
import type { Opened } from './license-dialog.tsx'

type Props = { license: License; isOrgAdmin: boolean; onOpen: (opened: Opened) => void }

/** Revoking and restoring is for everyone in the organization. A status allows one of these at most. */
export const LicenseActions = (props: Props) => (
  <span className="-mr-2 inline-flex items-center">
    <Change {...props} />
    <HistoryButton license={props.license} />
  </span>
)

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

/** One element for both: after revoking, the focus stands on Restore. */
function RevokeOrRestore({ license, onOpen }: Omit<Props, 'isOrgAdmin'>) {
  const { mutate, isPending } = useChangeLicense()
  const restore = () => mutate({ params: { id: license.id }, body: { status: 'unassigned' } })
  const verb = canRevoke(license) ? 'Revoke' : 'Restore'
  return (
    <Button
      size="small"
      disabled={isPending}
      aria-busy={isPending}
      aria-label={`${verb} ${license.label}`}
      onClick={canRevoke(license) ? () => onOpen({ action: 'revoke', license }) : restore}
    >
      {verb}
    </Button>
  )
}
