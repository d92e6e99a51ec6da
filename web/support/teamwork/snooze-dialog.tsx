import * as z from 'zod/mini'
import { isSnoozeTime, SNOOZE_IN_FUTURE } from '#contract/support/teamwork.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

const isInReach = (until: string) => isSnoozeTime(until, Date.now())

const Chosen = z.object({ until: z.string().check(z.refine(isInReach, SNOOZE_IN_FUTURE)) })

type Props = { onChoose: (until: string) => void; onClose: () => void }

/** The time is in the browser's time zone. */
export function SnoozeDialog({ onChoose, onClose }: Props) {
  const snooze = async ({ until }: z.infer<typeof Chosen>) => {
    onChoose(new Date(until).toISOString())
    onClose()
  }
  return (
    <Dialog
      size="small"
      title="Snooze"
      description="The ticket comes back at this time, or when the customer replies."
      onClose={onClose}
    >
      <Form schema={Chosen} onSubmit={snooze} submit="Snooze" pending="Snoozing…" cancel={onClose}>
        <TextField name="until" label="Until" type="datetime-local" />
      </Form>
    </Dialog>
  )
}
