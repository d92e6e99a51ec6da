import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { formatDateTime, formatInstant } from '#contract/dates.ts'
import { actionName } from '#contract/operations/audit/audit-actions.ts'
import type { TicketEvent } from '#contract/support/history.ts'
import { Button } from '#web/ui/button/button.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { ScrollBox } from '#web/ui/table/scroll-box.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { useTicketHistory } from '../messages/api.ts'
import { changeText } from './change-text.ts'

/** The ticket's changes, for staff; loaded when opened. */
export function TicketHistory({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  const list = useId()
  return (
    <div className="grid min-w-0 gap-3 border-t pt-4">
      <Button
        variant="ghost"
        size="small"
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        onClick={() => setOpen(!isOpen)}
        className="justify-self-start"
      >
        <ChevronRight aria-hidden className={isOpen ? 'rotate-90' : ''} />
        History
      </Button>
      {isOpen && (
        <div id={list}>
          <Events id={id} />
        </div>
      )}
    </div>
  )
}

function Events({ id }: { id: string }) {
  const history = useTicketHistory(id)
  return (
    <Loaded query={history} failure={notLoaded('the history')} empty={<p className="text-fg2">No changes yet.</p>}>
      {(events) => (
        <ScrollBox label="History" className="max-h-80">
          <ol className="grid gap-3">
            {events.map((event) => (
              <Event key={event.id} event={event} />
            ))}
          </ol>
        </ScrollBox>
      )}
    </Loaded>
  )
}

const Event = ({ event: { action, actorName, createdAt, changes } }: { event: TicketEvent }) => (
  <li className="wrap-anywhere">
    <p>
      <span className="font-medium">{actionName(action)}</span> by {actorName ?? 'the portal'}
    </p>
    {Object.entries(changes).map(([field, [before, after]]) => (
      <p key={field} className="text-[13px]">
        {changeText(field, before, after)}
      </p>
    ))}
    <p className="text-[13px] text-fg2">
      <DateText value={createdAt} format={formatDateTime} full={formatInstant} />
    </p>
  </li>
)
