import { cancellationReasons, isCancellationReason } from '#contract/billing/subscriptions/cancellation-reasons.ts'
import { COMMENT_MAX, type CancellationFeedback } from '#contract/billing/subscriptions/cancellation.ts'
import { useDraft } from '#web/app/parts/drafts.ts'
import { SelectField, TextareaField } from '#web/ui/form/fields.tsx'

const options = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(cancellationReasons).map(([value, label]) => ({ value, label })),
]

/** Keeps the answers as a draft, because Escape closes the dialog without a question. */
export function useFeedback(subscriptionId: string) {
  const { draft, change, dropInAllTabs } = useDraft(`cancellation ${subscriptionId}`, { reason: '', comment: '' })
  const feedback: CancellationFeedback = {
    cancellationReason: isCancellationReason(draft.reason) ? draft.reason : undefined,
    cancellationComment: draft.comment,
  }
  return { feedback, dropInAllTabs, fields: { draft, change } }
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
