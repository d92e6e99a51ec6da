import { useState } from 'react'
import { countOf } from '#contract/quantities.ts'
import type { ListedTicket, TicketDetail } from '#contract/support/tickets.ts'
import { setUrl } from '#web/app/url-state.ts'
import { statusBadge } from '#web/support/support-desk/ticket-badges.ts'
import { useMerge } from '#web/support/teamwork/api.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { EmptyPlace } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { SearchBox } from '#web/ui/table/search-box.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { useTicketPages } from '../api.ts'
import { numberOf } from '../ticket-number.ts'

type Props = { ticket: TicketDetail; onClose: () => void }

/** Offers the organization's other tickets, then asks. */
export function MergeDialog({ ticket, onClose }: Props) {
  const [into, choose] = useState<ListedTicket>()
  return into ? (
    <Question ticket={ticket} into={into} onClose={onClose} />
  ) : (
    <Choice ticket={ticket} onChoose={choose} onClose={onClose} />
  )
}

type ChoiceProps = Props & { onChoose: (into: ListedTicket) => void }

function Choice({ ticket, onChoose, onClose }: ChoiceProps) {
  const [search, setSearch] = useState('')
  const pages = useTicketPages({ search, organizationId: ticket.organizationId }, '-updated')
  const others = (rows: ListedTicket[]) => rows.filter(({ id }) => id !== ticket.id)
  return (
    <Dialog
      title={`Merge ${numberOf(ticket)} into…`}
      description={`Choose another ticket of ${ticket.organizationName ?? ''}.`}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <SearchBox
          label="Search tickets"
          placeholder="Title or number"
          value={search}
          onChange={setSearch}
          className="w-full!"
        />
        <output className="text-[13px] text-fg2">
          {pages.data &&
            pages.data.rows.length < pages.data.total &&
            `The last changed of ${countOf(pages.data.total, 'ticket')}. Search to find others.`}
        </output>
        <Loaded query={pages} failure={notLoaded('the tickets')}>
          {({ rows }) => (
            <>
              <EmptyPlace>
                {others(rows).length === 0 && <p className="py-6 text-center text-fg2">No other tickets found.</p>}
              </EmptyPlace>
              {others(rows).length > 0 && (
                <ul aria-label="Tickets of the organization" className="grid max-h-80 gap-1 overflow-y-auto">
                  {others(rows).map((other) => (
                    <li key={other.id}>
                      <button
                        type="button"
                        onClick={() => onChoose(other)}
                        className="flex w-full min-w-0 items-center gap-2 rounded-md px-2.5 py-2 text-left hover:bg-neutral-bg focus-visible:outline-offset-[-2px]"
                      >
                        <span className="min-w-0 flex-1">
                          <span className="block truncate font-medium">{other.title}</span>
                          <span className="block text-[13px] text-fg2">{numberOf(other)}</span>
                        </span>
                        <Badge {...statusBadge[other.status]} />
                      </button>
                    </li>
                  ))}
                </ul>
              )}
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}

function Question({ ticket, into, onClose }: Props & { into: ListedTicket }) {
  const { mutateAsync } = useMerge()
  return (
    <ConfirmDialog
      title={`Merge into ${numberOf(into)}?`}
      description={`${numberOf(ticket)} is closed, and its conversation is shown in “${into.title}”. We email the customer where it continues. Reopening the ticket separates them again.`}
      confirm="Merge"
      pending="Merging…"
      tone="primary"
      onConfirm={async (confirmed) => {
        await mutateAsync({ params: { id: ticket.id }, body: { into: into.id }, confirmed })
        setUrl({ open: into.id })
      }}
      onClose={onClose}
    />
  )
}
