import { useState } from 'react'
import type { InvoiceDetail } from '#contract/billing/payments.ts'
import type { InvoiceReminders as Reminders } from '#contract/billing/reminders.ts'
import { formatDate, formatDateTime, formatInstant, formatLongDate } from '#contract/dates.ts'
import { today } from '#web/app/words/business-days.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { DrawerPart } from '../drawer/invoice-shell.tsx'
import { useInvoiceReminders, useSendReminder } from '../reminders-api.ts'
import { PausedBadge } from './paused-badge.tsx'

export const InvoiceReminders = ({ invoice }: { invoice: InvoiceDetail }) => (
  <DrawerPart title="Reminders">
    <Loaded query={useInvoiceReminders(invoice.id)} failure={notLoaded('the reminders')}>
      {(reminders) => (
        <div className="grid justify-items-start gap-2">
          {reminders.pausedUntil && <PausedBadge until={reminders.pausedUntil} />}
          <LastAndNext {...reminders} />
          {reminders.isSentToday ? (
            <p className="text-fg2">Another one can be sent tomorrow.</p>
          ) : (
            <Send invoice={invoice} {...reminders} />
          )}
        </div>
      )}
    </Loaded>
  </DrawerPart>
)

const LastAndNext = ({ lastSentAt, nextOn }: Reminders) => (
  <div>
    {lastSentAt ? (
      <p>
        Last reminder on <DateText value={lastSentAt} format={formatDateTime} full={formatInstant} />
      </p>
    ) : (
      <p>No reminders sent yet.</p>
    )}
    {nextOn ? (
      <p>
        Next reminder on <DateText value={nextOn} format={formatDate} full={formatLongDate} />
      </p>
    ) : (
      <p>No more automatic reminders.</p>
    )}
  </div>
)

type Props = Pick<Reminders, 'pausedUntil'> & { invoice: InvoiceDetail }

function Send({ invoice, pausedUntil }: Props) {
  const [isAsking, ask] = useState(false)
  const { mutateAsync } = useSendReminder(invoice)
  return (
    <>
      <Button size="small" onClick={() => ask(true)}>
        Send Reminder
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Remind of ${invoice.invoiceNumber} now?`}
          description={consequenceOf({ invoice, pausedUntil })}
          confirm="Send Reminder"
          pending="Sending…"
          tone="primary"
          onConfirm={(confirmed) => mutateAsync({ params: { id: invoice.id }, confirmed })}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}

const consequenceOf = ({ invoice: { organizationName, dueDate }, pausedUntil }: Props) =>
  [
    `Those at ${organizationName} who get payment reminders are sent`,
    dueDate > today() ? 'the invoice again' : 'a reminder',
    pausedUntil ? 'immediately, even though reminders are paused.' : 'immediately.',
  ].join(' ')
