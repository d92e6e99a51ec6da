import { useState } from 'react'
import { formatDate, formatInstant } from '#contract/dates.ts'
import { canBulk, canReserve, type BulkAction, type License } from '#contract/licensing/licenses.ts'
import { countOf } from '#contract/quantities.ts'
import { useIsOrgAdmin } from '#web/identity/session/api.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { ScrollBox } from '#web/ui/table/scroll-box.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { useChangeMany } from '../api.ts'
import { joinSentences, offlineWarning } from '../devices/offline-warning.ts'
import { useLicenseFilter } from '../license-filter.ts'
import { ReserveBox } from './reserve-box.tsx'

type Words = { verb: string; pending: string; able: string; consequence: string }

const words: Record<BulkAction, Words> = {
  revoke: {
    verb: 'Revoke',
    pending: 'Revoking…',
    able: 'revoked',
    consequence:
      'Their devices stop working at their next check-in. You can restore the licenses later, for the same devices or others.',
  },
  restore: {
    verb: 'Restore',
    pending: 'Restoring…',
    able: 'restored',
    consequence: 'Other devices can use them. Their previous devices stay locked until you reserve a license for them.',
  },
  delete: { verb: 'Delete', pending: 'Deleting…', able: 'deleted', consequence: 'This action cannot be undone.' },
  move: {
    verb: 'Release',
    pending: 'Releasing…',
    able: 'released',
    consequence:
      'Their devices stop at their next check-in, at the latest when their license files end. The licenses become free for other PCs.',
  },
}

const unfit: Record<BulkAction, string> = { revoke: 'active', restore: 'revoked', delete: 'unassigned', move: 'in use' }

type Props = { action: BulkAction; chosen: License[]; onDone: () => void; onClose: () => void }

/** Sends only licenses that can be changed; the server skips those changed since. */
export function BulkDialog({ action, chosen, onDone, onClose }: Props) {
  const { mutateAsync } = useChangeMany()
  const { verb, pending, able, consequence } = words[action]
  const fit = chosen.filter(canBulk[action])
  const others = chosen.length - fit.length

  const [silent] = useState(useLicenseFilter().silent)
  const [isReserved, setReserved] = useState(false)
  const canReserveSome = useIsOrgAdmin() && action === 'restore' && fit.some(canReserve)

  const change = async (confirmed: Confirmation) => {
    const body = {
      action,
      ids: fit.map(({ id }) => id),
      ...(action === 'move' && { silent }),
      ...(isReserved && { reserve: true }),
    }
    await mutateAsync({ body, confirmed })
    onDone()
  }

  return (
    <ConfirmDialog
      title={`${verb} ${countOf(fit.length, 'license')}?`}
      description={joinSentences(
        others > 0
          ? `${fit.length} of ${chosen.length} can be ${able}; ${others} ${others === 1 ? 'is' : 'are'} not ${unfit[action]}.`
          : '',
        consequence,
        action === 'delete' ? '' : offlineWarning(fit),
      )}
      confirm={verb}
      pending={pending}
      tone={action === 'restore' ? 'primary' : 'danger'}
      onConfirm={change}
      onClose={onClose}
    >
      {canReserveSome && (
        <ReserveBox isChecked={isReserved} onChange={setReserved} label="Reserve each for the device it was on" />
      )}
      {action === 'move' && <LastSeen licenses={fit} />}
    </ConfirmDialog>
  )
}

const LastSeen = ({ licenses }: { licenses: License[] }) => (
  <ScrollBox label="Devices to be released" className="max-h-56 rounded-md border bg-sunken px-3 py-2 text-[13px]">
    <ul className="grid gap-1.5">
      {licenses.map(({ id, label, deviceName, lastCheckIn }) => (
        <li key={id} className="flex justify-between gap-3">
          <span className="min-w-0 wrap-anywhere">
            <span className="block font-medium">{label}</span>
            {deviceName}
          </span>
          <span className="shrink-0 text-right text-fg2">
            <span className="block">Last seen</span>
            <DateText value={lastCheckIn} format={formatDate} full={formatInstant} absent="never" />
          </span>
        </li>
      ))}
    </ul>
  </ScrollBox>
)
