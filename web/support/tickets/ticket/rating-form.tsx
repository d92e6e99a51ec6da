import * as z from 'zod/mini'
import { use, useState } from 'react'
import { RatingComment } from '#contract/support/ticket-fields.ts'
import { Rating, type TicketDetail } from '#contract/support/tickets.ts'
import { DialogState } from '#web/ui/dialog/dialog-state.ts'
import { focusOnShow } from '#web/ui/dialog/focus-on-show.ts'
import { FieldNotes, useControl } from '#web/ui/form/field.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useRate } from '../messages/api.ts'
import { StarIcon, STARS, starsText } from './rating-stars.tsx'

const RatingFields = z.object({
  rating: z.pipe(z.coerce.number('Choose one to five stars'), Rating),
  comment: RatingComment,
})

type Props = { ticket: TicketDetail; onDone: () => void }

export function RatingForm({ ticket, onDone }: Props) {
  const { mutateAsync } = useRate()
  const dialog = use(DialogState)

  const send = async (body: z.output<typeof RatingFields>) => {
    await mutateAsync({ params: { id: ticket.id }, body })
    onDone()
  }

  const cancel = () => {
    dialog?.setDirty(false)
    onDone()
  }

  return (
    <Form
      schema={RatingFields}
      onSubmit={send}
      submit={ticket.rating === null ? 'Send rating' : 'Update rating'}
      pending="Sending…"
      cancel={ticket.rating === null ? undefined : cancel}
    >
      <StarsField given={ticket.rating ?? 0} />
      <TextareaField name="comment" label="Comment (optional)" rows={2} defaultValue={ticket.ratingComment ?? ''} />
    </Form>
  )
}

/** Radios: the arrows choose, and every reader knows them. */
function StarsField({ given }: { given: number }) {
  const [chosen, choose] = useState(given)
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
              onChange={() => choose(star)}
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
