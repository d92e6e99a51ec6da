import { CalendarClock, Clock, Sunrise } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import { isSettled } from '#contract/support/ticket-fields.ts'
import type { TicketDetail } from '#contract/support/tickets.ts'
import { Button } from '#web/ui/button/button.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Menu } from '#web/ui/menu/menu.tsx'
import { useColleagues, useSnooze } from './api.ts'
import { snoozeTimes } from './snooze-times.ts'

const SnoozeDialog = onDemand(async () => (await import('./snooze-dialog.tsx')).SnoozeDialog)

/** 'Anna Smith is typing…' */
export function Colleagues({ ticketId }: { ticketId: string }) {
  const colleagues = useColleagues(ticketId)
  return (
    <output className="min-w-0 truncate text-xs font-medium text-warning-fg">
      {colleagues.map(({ userId, name, isTyping }, place) => (
        <span key={userId}>
          {place > 0 && ' · '}
          {name} {isTyping ? 'is typing…' : 'is viewing'}
        </span>
      ))}
    </output>
  )
}

type Props = { ticket: TicketDetail }

/** Hides the ticket from the inbox for a while. */
export function SnoozeMenu({ ticket }: Props) {
  const { mutate } = useSnooze()
  const [isChoosing, choose] = useState(false)
  const params = { id: ticket.id }
  const snooze = (until: string) =>
    mutate({ params, body: { until } }, () => ({ params, body: { until: ticket.snoozedUntil } }))
  if (isSettled(ticket)) return null
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="icon" aria-label="Snooze" title="Snooze">
            <Clock aria-hidden />
          </Button>
        }
        items={[
          ...snoozeTimes.map(({ label, from }) => ({
            label,
            icon: Sunrise,
            onSelect: () => snooze(from(new Date()).toISOString()),
          })),
          { label: 'Choose a time…', icon: CalendarClock, onSelect: () => choose(true) },
        ]}
      />
      {isChoosing && <SnoozeDialog onChoose={snooze} onClose={() => choose(false)} />}
    </>
  )
}

export function SnoozeNotice({ ticket: { id, snoozedUntil } }: Props) {
  const { mutate } = useSnooze()
  if (!snoozedUntil) return null
  const params = { id }
  const wake = () => mutate({ params, body: { until: null } }, () => ({ params, body: { until: snoozedUntil } }))
  return (
    <Alert
      action={
        <Button size="small" onClick={wake}>
          End snooze
        </Button>
      }
    >
      Snoozed until {formatDateTime(snoozedUntil)}, or until the customer replies.
    </Alert>
  )
}
