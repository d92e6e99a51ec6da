import { useState } from 'react'
import { formatDateTime, formatInstant } from '#contract/dates.ts'
import type { TicketDetail } from '#contract/support/tickets.ts'
import { useIsStaff } from '#web/identity/session/api.ts'
import { CategoryBadge } from '#web/support/support-desk/parts.tsx'
import { priorityBadge, statusBadge } from '#web/support/support-desk/ticket-badges.ts'
import { Button } from '#web/ui/button/button.tsx'
import { focusOnShow } from '#web/ui/dialog/focus-on-show.ts'
import { Fact } from '#web/ui/page/fact.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { WaitsFor } from '../waits-for.tsx'
import { TicketEdit } from './ticket-edit.tsx'
import { StaffFacts } from './ticket-staff-facts.tsx'

type Props = { ticket: TicketDetail }

export const TicketFacts = ({ ticket }: Props) => (
  <>
    {useIsStaff() ? <EditableState ticket={ticket} /> : <TicketState ticket={ticket} />}
    <dl className="grid gap-3 sm:grid-cols-2">
      <Fact label="Created">
        <DateText value={ticket.createdAt} format={formatDateTime} full={formatInstant} />
      </Fact>
      <Fact label="Updated">
        <DateText value={ticket.updatedAt} format={formatDateTime} full={formatInstant} />
      </Fact>
      {useIsStaff() && <StaffFacts ticket={ticket} />}
    </dl>
  </>
)

const TicketState = ({ ticket }: Props) => (
  <div className="flex flex-wrap items-center gap-2">
    <Badge {...statusBadge[ticket.status]} />
    <Badge {...priorityBadge[ticket.priority]} />
    <CategoryBadge id={ticket.categoryId} />
    {!useIsStaff() && <WaitsFor ticket={ticket} />}
  </div>
)

type Mode = 'shown' | 'edited' | 'shown again'

/** Returns the focus to the button that the fields replaced. */
function EditableState({ ticket }: Props) {
  const [mode, setMode] = useState<Mode>('shown')
  if (mode === 'edited') return <TicketEdit ticket={ticket} onDone={() => setMode('shown again')} />
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <TicketState ticket={ticket} />
      <Button size="small" ref={mode === 'shown again' ? focusOnShow : undefined} onClick={() => setMode('edited')}>
        Edit
      </Button>
    </div>
  )
}
