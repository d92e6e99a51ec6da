import { useState, type ComponentType } from 'react'
import { Link } from 'wouter'
import type { FindingCode } from '#contract/diagnosis.ts'
import { canAssign, canMove, canRestore, type License } from '#contract/licenses.ts'
import { links } from '#web/app/links.ts'
import { useIsAdmin, useIsOrgAdmin, useIsStaff } from '#web/features/session/api.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useChangeLicense, useLicense } from './api.ts'
import { LicenseDialog, type Opened } from './license-dialog.tsx'
import { ResetMovesButton } from './reset-moves-button.tsx'

/** Puts it right from here, where the portal can and this person may. */
export function FindingFix({ licenseId, code }: { licenseId: string; code: FindingCode }) {
  const license = useLicense(licenseId).data
  const Fix = fixes[code]
  return license && Fix ? (
    <div className="mt-2 empty:hidden">
      <Fix license={license} />
    </div>
  ) : null
}

type Props = { license: License }

function Restore({ license }: Props) {
  const { mutate, isPending } = useChangeLicense()
  if (!canRestore(license)) return null
  return (
    <Button
      size="small"
      aria-disabled={isPending}
      aria-busy={isPending}
      onClick={() => isPending || mutate({ params: { id: license.id }, body: { status: 'unassigned' } })}
    >
      Restore
    </Button>
  )
}

/** It is set aside for another UUID, or runs on another device. */
function OtherDevice({ license }: Props) {
  const isOrgAdmin = useIsOrgAdmin()
  const [action, open] = useState<Opened['action'] | null>(null)
  const canEdit = isOrgAdmin && canAssign(license)
  if (!canEdit && !canMove(license)) return null
  return (
    <>
      <Button size="small" onClick={() => open(canEdit ? 'assign' : 'move')}>
        {canEdit ? 'Edit UUID' : 'Move to another PC'}
      </Button>
      {action && <LicenseDialog action={action} license={license} onClose={() => open(null)} />}
    </>
  )
}

function PayInvoice({ license }: Props) {
  const isAdmin = useIsAdmin()
  return (
    <Link
      href={isAdmin ? links.invoicesOf(license.organizationId) : '/billing'}
      className={buttonClass({ size: 'small' })}
    >
      Pay invoice
    </Link>
  )
}

/** Nobody but the vendor's people can: the others ask them. */
const MoreMoves = ({ license: { id } }: Props) =>
  useIsStaff() ? <ResetMovesButton id={id} size="small" /> : <ContactSupport />

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
  DEVICE_MISMATCH: OtherDevice,
  SUBSCRIPTION_OVERDUE: PayInvoice,
  SUBSCRIPTION_PAST_DUE: PayInvoice,
  SUBSCRIPTION_ENDED: PayInvoice,
  MOVE_LIMIT_REACHED: MoreMoves,
  ORGANIZATION_SUSPENDED: ContactSupport,
  INACTIVE: ContactSupport,
  FINGERPRINT_PLACEHOLDER: ContactSupport,
}
