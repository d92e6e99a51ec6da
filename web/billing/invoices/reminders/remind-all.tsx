import type { InvoiceFilter } from '#contract/billing/invoices.ts'
import { MOST_REMINDED, type ReminderPreview } from '#contract/billing/reminders.ts'
import { countOf } from '#contract/quantities.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { ScrollBox } from '#web/ui/table/scroll-box.tsx'
import { Rand } from '#web/ui/text/rand.tsx'
import { useReminderPreview, useSendReminders } from '../reminders-api.ts'

type Row = ReminderPreview[number]
type Props = { filter: InvoiceFilter; onClose: () => void }

/** Sends only the reminders on screen. */
export function RemindAllDialog({ filter, onClose }: Props) {
  const preview = useReminderPreview(filter)
  const { mutateAsync } = useSendReminders()
  const ids = (preview.data ?? []).flatMap(({ id, skipped }) => (skipped ? [] : [id]))
  return (
    <ConfirmDialog
      title="Send reminders now?"
      description="For the overdue invoices of the list, oldest first. Each one is emailed to those who get payment reminders."
      confirm={`Send ${countOf(ids.length, 'Reminder')}`}
      pending="Sending…"
      tone="primary"
      isDisabled={ids.length === 0}
      onConfirm={(confirmed: Confirmation) => mutateAsync({ body: { ids }, confirmed })}
      onClose={onClose}
    >
      <Loaded query={preview} failure={notLoaded('who is reminded')} empty={<p>No invoice of the list is overdue.</p>}>
        {(rows) => <Rows rows={rows} />}
      </Loaded>
    </ConfirmDialog>
  )
}

const Rows = ({ rows }: { rows: ReminderPreview }) => (
  <>
    <ScrollBox label="Reminders" className="max-h-[50dvh] rounded-md border">
      <ul className="divide-y">
        {rows.map((row) => (
          <li key={row.id} className="px-3 py-2">
            <span className="flex justify-between gap-3">
              <span className="min-w-0 truncate font-medium">
                {row.invoiceNumber} · {row.organizationName}
              </span>
              <Rand amount={row.balance} />
            </span>
            <span className="block text-[13px] wrap-anywhere text-fg2">
              {countOf(row.daysLate, 'day')} overdue. {outcomeOf(row)}
            </span>
          </li>
        ))}
      </ul>
    </ScrollBox>
    {rows.length === MOST_REMINDED && <p className="text-fg2">More are overdue: send these first.</p>}
  </>
)

const reasons: Record<NonNullable<Row['skipped']>, string> = {
  paused: 'Skipped: reminders are paused.',
  'sent-today': 'Skipped: one was sent today.',
  nobody: 'Skipped: payment reminders are turned off.',
}

const outcomeOf = ({ skipped, to }: Row) => (skipped ? reasons[skipped] : `To ${to.join(', ')}`)
