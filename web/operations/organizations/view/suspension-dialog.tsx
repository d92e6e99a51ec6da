import { useState } from 'react'
import { canReactivate } from '#contract/operations/organizations.ts'
import { SuspendDialog } from '#web/app/parts/suspend-dialog.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useSuspend } from '../api.ts'
import type { DialogProps } from '../organization-action.ts'

export function SuspensionDialog({ organization, onClose }: DialogProps) {
  // Keeps its question until it closes, even after the organization has changed.
  const [isSuspended] = useState(canReactivate(organization))
  const Ask = isSuspended ? Reactivate : Suspend
  return <Ask organization={organization} onClose={onClose} />
}

function Suspend({ organization: { id, name, numberOfLicenses }, onClose }: DialogProps) {
  const { mutateAsync } = useSuspend()
  return (
    <SuspendDialog
      name={`“${name}”`}
      description={`Its licenses${upTo(numberOfLicenses)} stop working immediately. Its members can still sign in, pay and get support. Its administrators are notified by email.`}
      hasNote
      onSuspend={(suspending, confirmed) =>
        mutateAsync({ params: { id }, body: { suspend: true, ...suspending }, confirmed })
      }
      onClose={onClose}
    />
  )
}

/** The number of licenses is not known here; there are never more of them than seats. */
const upTo = (seats: number) => (seats > 0 ? ` (up to ${seats})` : '')

function Reactivate({ organization: { id, name }, onClose }: DialogProps) {
  const { mutateAsync } = useSuspend()
  return (
    <ConfirmDialog
      title={`Reactivate “${name}”?`}
      description="Licenses return to their previous status, and devices work again at their next check. Its administrators are notified by email."
      confirm="Reactivate"
      pending="Reactivating…"
      tone="primary"
      onConfirm={(confirmed) => mutateAsync({ params: { id }, body: { suspend: false }, confirmed })}
      onClose={onClose}
    />
  )
}
