import { useState } from 'react'
import { isSettled } from '#contract/ticket-fields.ts'
import type { TicketDetail } from '#contract/tickets.ts'
import { useCurrentUser } from '#web/features/session/api.ts'
import { Button } from '#web/ui/button.tsx'
import { RatingForm } from './rating-form.tsx'
import { Stars } from './rating-stars.tsx'

/** How it went: asked of whoever opened the ticket, once it is settled. */
export function Rating({ ticket }: { ticket: TicketDetail }) {
  const user = useCurrentUser()
  const [isEditing, setEditing] = useState(false)
  if (ticket.userId !== user.id || !isSettled(ticket)) return null
  return (
    <section aria-label="Rating" className="rounded-lg border bg-sunken p-4">
      {ticket.rating === null || isEditing ? (
        <RatingForm ticket={ticket} onDone={() => setEditing(false)} />
      ) : (
        <div className="grid justify-items-start gap-2">
          <h3 className="font-semibold">Your rating</h3>
          <GivenRating rating={ticket.rating} comment={ticket.ratingComment} />
          <Button size="small" onClick={() => setEditing(true)}>
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
