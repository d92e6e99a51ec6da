import { clsx } from 'clsx'
import { Star } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { isMerged, isSettled, Rating, RatingComment } from '#contract/support/ticket-fields.ts'
import type { TicketDetail } from '#contract/support/tickets.ts'
import { useDraft } from '#web/app/parts/drafts.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { focusOnShow } from '#web/ui/dialog/focus-on-show.ts'
import { FieldNotes, useControl } from '#web/ui/form/field.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useRate } from '../messages/api.ts'

type Mode = 'shown' | 'edited' | 'shown again'

/** The ticket that it was merged into asks. */
const isUnratedMerged = (ticket: TicketDetail) => isMerged(ticket) && ticket.rating === null

export function TicketRating({ ticket }: { ticket: TicketDetail }) {
  const user = useCurrentUser()
  const [mode, setMode] = useState<Mode>('shown')
  if (ticket.userId !== user.id || !isSettled(ticket) || isUnratedMerged(ticket)) return null
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

export const GivenRating = ({ rating, comment }: { rating: number; comment: string | null }) => (
  <>
    <Stars rating={rating} />
    {comment && <p className="wrap-anywhere whitespace-pre-wrap">{comment}</p>}
  </>
)

const RatingFields = z.object({
  rating: z.pipe(z.coerce.number('Choose one to five stars'), Rating),
  comment: RatingComment,
})

type FormProps = { ticket: TicketDetail; onDone: () => void }

/** A comment reopens the ticket, which hides the form, so the input is a draft. */
function RatingForm({ ticket, onDone }: FormProps) {
  const { mutateAsync } = useRate()
  const given = { rating: String(ticket.rating ?? 0), comment: ticket.ratingComment ?? '' }
  const { draft, change, drop, dropInAllTabs } = useDraft(`rating ${ticket.id}`, given)

  const send = async (body: z.output<typeof RatingFields>) => {
    await mutateAsync({ params: { id: ticket.id }, body })
    dropInAllTabs()
    onDone()
  }

  const cancel = () => {
    drop()
    onDone()
  }

  return (
    <Form
      schema={RatingFields}
      onSubmit={send}
      submit={ticket.rating === null ? 'Send rating' : 'Update rating'}
      pending="Sending…"
      cancel={ticket.rating === null ? undefined : cancel}
      isKept
    >
      <StarsField given={ticket.rating ?? 0} chosen={Number(draft.rating)} onChoose={(rating) => change({ rating })} />
      <TextareaField
        name="comment"
        label="Comment (optional)"
        rows={2}
        value={draft.comment}
        onChange={({ target }) => change({ comment: target.value })}
      />
    </Form>
  )
}

type StarsProps = { given: number; chosen: number; onChoose: (rating: string) => void }

/** Radio buttons: the arrow keys work, and screen readers know them. */
function StarsField({ given, chosen, onChoose }: StarsProps) {
  const { control, error } = useControl('rating', false)
  return (
    <fieldset aria-describedby={control['aria-describedby']}>
      <legend className="mb-1.5 font-semibold">How did we do?</legend>
      <div className="flex">
        {STARS.map((star) => (
          <label
            key={star}
            title={starsText(star)}
            className="relative grid size-9 place-items-center rounded-md hover:bg-neutral-bg has-focus-visible:outline-2 has-focus-visible:outline-ring max-sm:size-10"
          >
            <input
              type="radio"
              name="rating"
              ref={star === given ? focusOnShow : undefined}
              value={star}
              aria-label={starsText(star)}
              checked={chosen === star}
              onChange={() => onChoose(String(star))}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <StarIcon isOn={star <= chosen} />
          </label>
        ))}
      </div>
      <FieldNotes id={control.id} error={error} />
    </fieldset>
  )
}

const STARS = [1, 2, 3, 4, 5] as const

const starsText = (count: number) => `${count} of ${STARS.length} stars`

/** Filled or not: shape and color say the same. */
const StarIcon = ({ isOn }: { isOn: boolean }) => (
  <Star aria-hidden className={clsx('size-5', isOn ? 'fill-warning text-warning' : 'text-fg2')} />
)

const Stars = ({ rating }: { rating: number }) => (
  <span className="inline-flex gap-0.5">
    <span className="sr-only">{starsText(rating)}</span>
    {STARS.map((star) => (
      <StarIcon key={star} isOn={star <= rating} />
    ))}
  </span>
)
