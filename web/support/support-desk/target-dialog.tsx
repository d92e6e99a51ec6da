import { TargetForm, type TicketTarget } from '#contract/support/support-desk.ts'
import { inWords } from '#contract/text.ts'
import { ALSO_OPEN_TICKETS } from '#web/support/business-hours/api.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useSetTarget } from './api.ts'

type Props = { target: TicketTarget; onClose: () => void }

export function TargetDialog({ target, onClose }: Props) {
  const { priority, firstResponseHours, resolutionHours } = target
  const { mutateAsync } = useSetTarget(target)
  const save = async (hours: TargetForm) => {
    await mutateAsync({ body: { targets: [{ priority, ...hours }] } })
    onClose()
  }
  return (
    <Dialog
      size="small"
      title={`Edit Response Target: ${inWords(priority)}`}
      description={ALSO_OPEN_TICKETS}
      onClose={onClose}
    >
      <Form schema={TargetForm} onSubmit={save} submit="Save" pending="Saving…" cancel={onClose}>
        <div className="grid gap-4 sm:grid-cols-2">
          <HoursField name="firstResponseHours" label="First response (hours)" hours={firstResponseHours} />
          <HoursField name="resolutionHours" label="Resolution (hours)" hours={resolutionHours} />
        </div>
      </Form>
    </Dialog>
  )
}

const HoursField = ({ hours, ...field }: { name: keyof TargetForm; label: string; hours: number }) => (
  <TextField {...field} inputMode="numeric" autoComplete="off" defaultValue={hours} />
)
