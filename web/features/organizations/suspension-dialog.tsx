import { useState } from 'react'
import { canReactivate, type Organization } from '#contract/organizations.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useSuspend } from './api.ts'
import type { DialogProps } from './organization-dialog.tsx'

/** What is not suspended is suspended, and what is suspended reactivated. */
export function SuspensionDialog({ organization, onClose }: DialogProps) {
  const { mutateAsync } = useSuspend()
  // Until it closes it says what was asked for, also when the organization has changed already.
  const [suspend] = useState(!canReactivate(organization))
  const words = suspend ? suspending(organization) : reactivating(organization)
  return (
    <ConfirmDialog
      {...words}
      onConfirm={() => mutateAsync({ params: { id: organization.id }, body: { suspend } })}
      onClose={onClose}
    />
  )
}

const suspending = ({ name, numberOfLicenses }: Organization) =>
  ({
    title: `Suspend “${name}”?`,
    description: `Its licenses${atMost(numberOfLicenses)} become inactive at once, and its devices are locked out at their next check. Its members can still sign in, pay and get support.`,
    confirm: 'Suspend',
    pending: 'Suspending…',
    tone: 'danger',
  }) as const

/** Seats are known here, licenses are not: there are never more of them. */
const atMost = (seats: number) => (seats > 0 ? `, ${seats} at most,` : '')

const reactivating = ({ name }: Organization) =>
  ({
    title: `Reactivate “${name}”?`,
    description: 'Its licenses become again what they were before, and its devices work again at their next check.',
    confirm: 'Reactivate',
    pending: 'Reactivating…',
    tone: 'primary',
  }) as const
