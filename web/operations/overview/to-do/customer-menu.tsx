import { AlarmClockOff, Clock, UserRound } from 'lucide-react'
import { useState } from 'react'
import { snoozeTimes } from '#web/support/teamwork/snooze-times.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { RowActions } from '#web/ui/table/table-row.tsx'
import { useSnoozeCustomer } from './api.ts'
import { isSnoozed, type Customer } from './customers.ts'

const AssignDialog = onDemand(async () => (await import('./assign-dialog.tsx')).AssignDialog)

/** Snoozes and assigns a customer. Matters of no customer have neither. */
export function CustomerMenu({ customer }: { customer: Customer }) {
  const { mutate } = useSnoozeCustomer()
  const [isAssigning, assign] = useState(false)
  const { organization } = customer
  if (!organization) return null
  const params = { id: organization.id }
  const before = organization.snooze?.until ?? null
  const snooze = (until: string | null) =>
    mutate({ params, body: { until } }, () => ({ params, body: { until: before } }))
  const snoozes = isSnoozed(customer)
    ? [{ label: 'End snooze', icon: AlarmClockOff, onSelect: () => snooze(null) }]
    : snoozeTimes.map(({ label, from }) => ({
        label: `Snooze ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
        icon: Clock,
        onSelect: () => snooze(from(new Date()).toISOString()),
      }))
  return (
    <>
      <RowActions
        name={organization.name}
        items={[{ label: 'Assign…', icon: UserRound, onSelect: () => assign(true) }, ...snoozes]}
      />
      {isAssigning && <AssignDialog organization={organization} onClose={() => assign(false)} />}
    </>
  )
}
