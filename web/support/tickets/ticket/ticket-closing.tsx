import type { RefObject } from 'react'
import type { TicketDetail } from '#contract/support/tickets.ts'
import { Button } from '#web/ui/button/button.tsx'
import { onceFor } from '#web/ui/button/once-for.ts'
import { useCloseTicket, useReopenTicket } from '../api.ts'

type Props = {
  ticket: TicketDetail
  composer: RefObject<HTMLTextAreaElement | null>
  rating: RefObject<HTMLElement | null>
}

/** Lets customers close and reopen a ticket. The focus moves to the rating of a closed one and to the message box of a reopened one. */
export function TicketClosing({ ticket, composer, rating }: Props) {
  const { mutate: close, isPending: isClosing } = useCloseTicket()
  const { mutate: reopen, isPending: isReopening } = useReopenTicket()
  const isPending = isClosing || isReopening
  const params = { id: ticket.id }
  const toClose = () => close({ params }, { onSuccess: () => rating.current?.querySelector('input')?.focus() })
  const toReopen = () => reopen({ params }, { onSuccess: () => composer.current?.focus() })

  if (ticket.status === 'resolved')
    return (
      <section aria-labelledby="solved" className="grid gap-3 rounded-lg border bg-sunken p-4">
        <h3 id="solved" className="font-semibold">
          Did this solve it?
        </h3>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" isPending={isPending} onClick={toClose}>
            Yes, close it
          </Button>
          <Button isPending={isPending} onClick={toReopen}>
            No, reopen it
          </Button>
        </div>
      </section>
    )

  const isClosed = ticket.status === 'closed'
  return (
    <Button
      size="small"
      isPending={isPending}
      className="justify-self-start"
      onClick={onceFor(isClosed ? toReopen : toClose)}
    >
      {isClosed ? 'Reopen ticket' : 'Close ticket'}
    </Button>
  )
}
