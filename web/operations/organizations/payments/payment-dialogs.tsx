import { LONGEST_PAUSE, PauseDraft } from '#contract/billing/reminders.ts'
import { plusDays } from '#contract/dates.ts'
import { today } from '#web/app/words/business-days.ts'
import { useOrganizationBilling } from '#web/identity/organization-list/api.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { BILLING_FAILED, usePauseReminders } from '../api.ts'
import type { DialogProps } from '../organization-action.ts'

/** The usual extension in days. */
const PROPOSED = 14

const inDays = (days: number) => plusDays(today(), days)

export function PauseRemindersDialog({ organization, onClose }: DialogProps) {
  const billing = useOrganizationBilling(organization.id)
  return (
    <Dialog
      size="small"
      title="Pause Reminders"
      description="Only reminders stop. The subscription can still become past due or end, and the customer is notified."
      onClose={onClose}
    >
      <Loaded query={billing} failure={BILLING_FAILED}>
        {({ remindersPausedUntil }) => (
          <PauseFields organization={organization} until={remindersPausedUntil} onClose={onClose} />
        )}
      </Loaded>
    </Dialog>
  )
}

function PauseFields({ organization, until, onClose }: DialogProps & { until: string | null }) {
  const { mutateAsync } = usePauseReminders(organization)
  const save = async (pause: PauseDraft, confirmed: Confirmation) => {
    await mutateAsync({ params: { id: organization.id }, body: pause, confirmed })
    onClose()
  }
  return (
    <Form schema={PauseDraft} onSubmit={save} submit="Pause Reminders" pending="Pausing…" cancel={onClose}>
      <TextField
        name="pausedUntil"
        type="date"
        label="Until the end of"
        min={today()}
        max={inDays(LONGEST_PAUSE)}
        help={`At most ${LONGEST_PAUSE} days ahead. Reminders skipped during the pause are not sent later.`}
        defaultValue={until ?? inDays(PROPOSED)}
      />
    </Form>
  )
}
