import { useState } from 'react'
import {
  cancellationReasons,
  CancellationReason,
  COMMENT_MAX,
  type CancellationFeedback,
} from '#contract/billing/cancellation.ts'
import { SelectField, TextareaField } from '#web/ui/form/fields.tsx'

const options = [
  { value: '', label: 'No reason' },
  ...CancellationReason.options.map((value) => ({ value, label: cancellationReasons[value] })),
]

export const useFeedback = () => useState<CancellationFeedback>({})

type Props = {
  question: string
  value: CancellationFeedback
  onChange: (value: CancellationFeedback) => void
}

/** For a question, which has no form. */
export const FeedbackFields = ({ question, value, onChange }: Props) => (
  <div className="mt-2 grid gap-4">
    <SelectField
      name="cancellationReason"
      label={question}
      options={options}
      value={value.cancellationReason ?? ''}
      onChange={({ target }) =>
        onChange({
          ...value,
          cancellationReason: CancellationReason.options.find((reason) => reason === target.value),
        })
      }
    />
    <TextareaField
      name="cancellationComment"
      label="Comment (optional)"
      rows={3}
      maxLength={COMMENT_MAX}
      value={value.cancellationComment ?? ''}
      onChange={({ target }) => onChange({ ...value, cancellationComment: target.value })}
    />
  </div>
)
