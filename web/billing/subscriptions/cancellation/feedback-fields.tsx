import {
  cancellationReasons,
  CancellationReason,
  COMMENT_MAX,
  type CancellationFeedback,
} from '#contract/billing/cancellation.ts'
import { useDraft } from '#web/app/parts/drafts.ts'
import { SelectField, TextareaField } from '#web/ui/form/fields.tsx'

const options = [
  { value: '', label: 'Choose a reason' },
  ...CancellationReason.options.map((value) => ({ value, label: cancellationReasons[value] })),
]

/** The fields' values outlive their dialog, which Escape closes without a question. */
export function useFeedback(subscriptionId: string) {
  const { draft, change, drop } = useDraft(`cancellation ${subscriptionId}`, { reason: '', comment: '' })
  const feedback: CancellationFeedback = {
    cancellationReason: CancellationReason.options.find((reason) => reason === draft.reason),
    cancellationComment: draft.comment,
  }
  return { feedback, drop, fields: { draft, change } }
}

type Props = ReturnType<typeof useFeedback>['fields'] & { question: string }

export const FeedbackFields = ({ question, draft, change }: Props) => (
  <div className="mt-2 grid gap-4">
    <SelectField
      name="cancellationReason"
      label={question}
      options={options}
      value={draft.reason}
      onChange={({ target }) => change({ reason: target.value })}
    />
    <TextareaField
      name="cancellationComment"
      label="Comment (optional)"
      rows={3}
      maxLength={COMMENT_MAX}
      value={draft.comment}
      onChange={({ target }) => change({ comment: target.value })}
    />
  </div>
)
