import { TextareaField } from '#web/ui/fields.tsx'

export const SuspensionReasonField = () => (
  <TextareaField name="reason" label="Reason" rows={3} maxLength={500} help="Only staff can see it." />
)
