import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { formatDate, formatInstant } from '#contract/dates.ts'
import { Feedback } from '#contract/support/documents.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useSetDirty } from '#web/ui/dialog/dialog-state.ts'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { useComments, useFeedback, useGiveFeedback } from './api.ts'

const Comment = z.pick(Feedback, { comment: true })

/** Comments that are being written, by document. Next and Previous leave them in the open dialog. */
export type UnsentComments = Map<string, string>

export function DocumentFeedback({ id, unsent }: { id: string; unsent: UnsentComments }) {
  const { data } = useFeedback(id)
  const { mutateAsync, isPending } = useGiveFeedback()
  const setDirty = useSetDirty()
  const guard = () => setDirty(unsent.size > 0)
  useEffect(guard)
  if (!data) return null
  const { isHelpful, comment } = data
  const answer = (body: Feedback) => mutateAsync({ params: { id }, body })
  const choose = (choice: boolean) => void answer({ isHelpful: choice, comment: comment ?? '' }).catch(() => undefined)
  const send = async (given: z.output<typeof Comment>) => {
    await answer({ ...given, isHelpful: isHelpful === true })
    unsent.delete(id)
    guard()
  }
  return (
    <section aria-labelledby="helpful" className="grid gap-3 border-t pt-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 id="helpful" className="mr-1 font-semibold">
          Was this helpful?
        </h3>
        <Button
          size="small"
          aria-pressed={isHelpful === true}
          isPending={isPending}
          onClick={() => choose(true)}
          className={PRESSED}
        >
          <ThumbsUp aria-hidden />
          Yes
        </Button>
        <Button
          size="small"
          aria-pressed={isHelpful === false}
          isPending={isPending}
          onClick={() => choose(false)}
          className={PRESSED}
        >
          <ThumbsDown aria-hidden />
          No
        </Button>
      </div>
      {isHelpful !== null && (
        <Form schema={Comment} submit="Send comment" submitLook="outline" onSubmit={send} isKept>
          <TextareaField
            name="comment"
            label={isHelpful ? 'What helped? (optional)' : 'What is missing or wrong? (optional)'}
            rows={2}
            defaultValue={unsent.get(id) ?? comment ?? ''}
            onChange={({ target }) => {
              unsent.set(id, target.value)
              guard()
            }}
          />
        </Form>
      )}
    </section>
  )
}

const PRESSED = 'aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent'

export function DocumentComments({ id }: { id: string }) {
  const { data = [] } = useComments(id)
  if (data.length === 0) return null
  return (
    <section aria-labelledby="comments" className="grid gap-2 border-t pt-4">
      <h3 id="comments" className="font-semibold">
        Comments of readers
      </h3>
      <ul className="grid gap-2">
        {data.map(({ isHelpful, comment, updatedAt }) => (
          <li key={`${updatedAt}${comment}`} className="text-[13px]">
            <span className="text-fg2">
              {isHelpful ? 'Helpful' : 'Not helpful'},{' '}
              <DateText value={updatedAt} format={formatDate} full={formatInstant} />:
            </span>{' '}
            <span className="wrap-anywhere whitespace-pre-wrap">{comment}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
