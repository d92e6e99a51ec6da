import { useState } from 'react'
import { isSettled } from '#contract/support/ticket-fields.ts'
import type { TicketDetail } from '#contract/support/tickets.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { focusOnShow } from '#web/ui/dialog/focus-on-show.ts'
import { RatingForm } from './rating-form.tsx'
import { Stars } from './rating-stars.tsx'

type Mode = 'shown' | 'edited' | 'shown again'

/** How it went: asked of whoever opened the ticket, once it is settled. */
export function Rating({ ticket }: { ticket: TicketDetail }) {
  const user = useCurrentUser()
  const [mode, setMode] = useState<Mode>('shown')
  if (ticket.userId !== user.id || !isSettled(ticket)) return null
  return (
    <section aria-label="Rating" className="rounded-lg border bg-sunken p-4">
      {ticket.rating === null || mode === 'edited' ? (
        <RatingForm ticket={ticket} onDone={() => setMode('shown again')} />
      ) : (
        <div className="grid justify-items-start gap-2">
          <h3 className="font-semibold">Your rating</h3>
          <GivenRating rating={ticket.rating} comment={ticket.ratingComment} />
          <Button size="small" ref={mode === 'shown again' ? focusOnShow : undefined} onClick={() => setMode('edited')}>
            Change rating
          </Button>
        </div>
      )}
    </section>
  )
}

/** As it was given. */
export const GivenRating = ({ rating, comment }: { rating: number; comment: string | null }) => (
  <>
    <Stars rating={rating} />
    {comment && <p className="wrap-anywhere whitespace-pre-wrap">{comment}</p>}
  </>
)
