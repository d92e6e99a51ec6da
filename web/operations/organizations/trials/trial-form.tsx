import * as z from 'zod/mini'
import { DEFAULT_PLAN } from '#contract/billing/subscriptions/drafts.ts'
import { LONGEST_TRIAL, TRIAL_RANGE, TrialDraft, USUAL_TRIAL } from '#contract/billing/trials.ts'
import { plusDays } from '#contract/dates.ts'
import { today } from '#web/app/words/business-days.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { FeaturesField, featuresIn } from '../subscription/features-field.tsx'
import { LicensesField } from '../subscription/licenses-field.tsx'

const inDays = (days: number) => plusDays(today(), days)

type Draft = z.input<typeof TrialDraft>

/** A last day that is not changed may be today. */
export const typedTrial = (shownDay?: string) =>
  z.pipe(
    z.transform((typed: Omit<Draft, 'features'> & { features: string }): Draft => ({
      ...typed,
      features: featuresIn(typed.features),
    })),
    TrialDraft.check(
      z.refine(({ endsOn }) => endsOn === shownDay || (endsOn > today() && endsOn <= inDays(LONGEST_TRIAL)), {
        path: ['endsOn'],
        error: TRIAL_RANGE,
      }),
    ),
  )

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

export const newTrial = () => ({ planName: DEFAULT_PLAN, endsOn: inDays(USUAL_TRIAL), features: [] })
