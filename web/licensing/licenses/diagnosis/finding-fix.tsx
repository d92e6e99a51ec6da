import type { ComponentType } from 'react'
import { Link } from 'wouter'
import type { FindingCode } from '#contract/licensing/diagnosis.ts'
import { canHaveFile } from '#contract/licensing/license-files.ts'
import { canAssign, canMove, canRestore, type License } from '#contract/licensing/licenses.ts'
import { links } from '#web/app/links.ts'
import { useIsAdmin, useIsOrgAdmin, useIsStaff } from '#web/identity/session/api.ts'
import { Button, buttonClass } from '#web/ui/button/button.tsx'
import { useCanChangeLicenses, useLicense } from '../api.ts'
import type { OpenLicense } from '../changes/opened-license.ts'
import { ResetMovesButton } from '../devices/reset-moves-button.tsx'

type Props = { license: License; onOpen: (opened: OpenLicense) => void }

type FindingProps = Pick<Props, 'onOpen'> & { license: Pick<License, 'id' | 'label'>; code: FindingCode }

/** Agents may only reset the moves, and cannot read the whole license. */
export function FindingFix(finding: FindingProps) {
  const [isStaff, isAdmin] = [useIsStaff(), useIsAdmin()]
  if (!isStaff || isAdmin) return <AnyFix {...finding} />
  return finding.code === 'MOVE_LIMIT_REACHED' ? <ResetMovesButton license={finding.license} size="small" /> : null
}

function AnyFix({ license: { id }, code, onOpen }: FindingProps) {
  const license = useLicense(id).data
  const Fix = fixes[code]
  return license && Fix ? (
    <div className="mt-2 empty:hidden">
      <Fix license={license} onOpen={onOpen} />
    </div>
  ) : null
}

function Restore(props: Props) {
  const { license } = props
  const isOrgAdmin = useIsOrgAdmin()
  if (canRestore(license)) return <Opener {...props} action="restore" label="Restore" />
  return isOrgAdmin && canAssign(license) ? <Opener {...props} action="assign" label="Assign UUID" /> : null
}

const OtherUuid = (props: Props) => {
  const canEdit = useIsOrgAdmin() && canAssign(props.license)
  return canEdit ? <Opener {...props} action="assign" label="Edit UUID" /> : <Move {...props} />
}

const Move = (props: Props) =>
  canMove(props.license) ? <Opener {...props} action="move" label="Move to another PC" /> : null

const NewFile = (props: Props) =>
  useIsOrgAdmin() && canHaveFile(props.license) ? <Opener {...props} action="file" label="Offline file…" /> : null

const Opener = ({ license, onOpen, action, label }: Props & { action: OpenLicense['action']; label: string }) =>
  useCanChangeLicenses() && (
    <Button size="small" onClick={() => onOpen({ action, license })}>
      {label}
    </Button>
  )

const PayInvoice = (props: Props) => <Billing {...props} label="Pay invoice" />
const Renew = (props: Props) => <Billing {...props} label="Open Billing" />

function Billing({ license, label }: Props & { label: string }) {
  const isAdmin = useIsAdmin()
  return (
    <Link
      href={isAdmin ? links.invoicesOf(license.organizationId) : '/billing'}
      className={buttonClass({ size: 'small' })}
    >
      {label}
    </Link>
  )
}

const MoreMoves = ({ license }: Props) =>
  useIsStaff() ? <ResetMovesButton license={license} size="small" /> : <ContactSupport />

function ContactSupport() {
  const isStaff = useIsStaff()
  if (isStaff) return null
  return (
    <Link href={links.contactSupport} className={buttonClass({ size: 'small' })}>
      Contact Support
    </Link>
  )
}

const fixes: Partial<Record<FindingCode, ComponentType<Props>>> = {
  REVOKED: Restore,
  SET_ASIDE: OtherUuid,
  DEVICE_MISMATCH: Move,
  HARDWARE_CHANGED: Move,
  DEVICE_SILENT: Move,
  OFFLINE_FILE_ENDS: NewFile,
  SUBSCRIPTION_PAST_DUE: PayInvoice,
  SUBSCRIPTION_OVERDUE: PayInvoice,
  SUBSCRIPTION_ENDED: Renew,
  MOVE_LIMIT_REACHED: MoreMoves,
  ORGANIZATION_SUSPENDED: ContactSupport,
  INACTIVE: ContactSupport,
  FINGERPRINT_PLACEHOLDER: ContactSupport,
}
