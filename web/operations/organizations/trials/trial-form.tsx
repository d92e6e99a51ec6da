import { LONGEST_TRIAL, type TrialDraft } from '#contract/billing/trials.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { FeaturesField } from '../subscription/features-field.tsx'
import { LicensesField } from '../subscription/licenses-field.tsx'
import { inDays, typedTrial } from './trial-draft.ts'

type FieldsProps = {
  start: { planName?: string; licenseLimit?: number; endsOn: string; features: readonly string[] }
  help?: string | undefined
}

type Props = FieldsProps & {
  shownDay?: string
  submit: string
  pending: string
  onSubmit: (draft: TrialDraft, confirmed: Confirmation) => unknown
  onClose: () => void
}

export const TrialForm = ({ start, shownDay, help, onClose, ...form }: Props) => (
  <Form schema={typedTrial(shownDay)} cancel={onClose} {...form}>
    <TrialFields start={start} help={help} />
  </Form>
)

export const TrialFields = ({ start, help }: FieldsProps) => (
  <>
    {start.planName !== undefined && <TextField name="planName" label="Plan Name" defaultValue={start.planName} />}
    <LicensesField help={help} defaultValue={start.licenseLimit} />
    <TextField
      name="endsOn"
      label="Last Day"
      type="date"
      min={inDays(1)}
      max={inDays(LONGEST_TRIAL)}
      defaultValue={start.endsOn}
      help={`At most ${LONGEST_TRIAL} days ahead. Devices run until the end of that day.`}
    />
    <FeaturesField start={start.features} />
  </>
)
