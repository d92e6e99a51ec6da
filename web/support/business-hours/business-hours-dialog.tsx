import { BusinessHoursForm, fromForm, WEEKDAYS, type BusinessHours } from '#contract/support/business-hours.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { CheckboxField, SelectField, TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { ALSO_OPEN_TICKETS, useSetBusinessHours } from './api.ts'

type Props = { hours: BusinessHours; onClose: () => void }

const CLOCKS = [
  { value: 'business', label: 'Business hours' },
  { value: 'calendar', label: 'All hours' },
]

export function BusinessHoursDialog({ hours, onClose }: Props) {
  const { mutateAsync } = useSetBusinessHours(hours)
  const save = async (typed: BusinessHoursForm) => {
    await mutateAsync({ body: fromForm(typed) })
    onClose()
  }
  return (
    <Dialog title="Edit Business Hours" description={ALSO_OPEN_TICKETS} onClose={onClose}>
      <Form schema={BusinessHoursForm} onSubmit={save} submit="Save" pending="Saving…" cancel={onClose}>
        <SelectField name="clock" label="Response targets count in" options={CLOCKS} defaultValue={hours.clock} />
        <fieldset>
          <legend className="mb-1.5 font-medium">Open days</legend>
          <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
            {WEEKDAYS.map((day, place) => (
              <CheckboxField key={day} name={day} label={day} defaultChecked={hours.days.includes(place + 1)} />
            ))}
          </div>
        </fieldset>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="opens" label="Opens" autoComplete="off" defaultValue={hours.opens} />
          <TextField name="closes" label="Closes" autoComplete="off" defaultValue={hours.closes} />
        </div>
        <TextField name="timeZone" label="Time zone" autoComplete="off" defaultValue={hours.timeZone} />
        <CheckboxField
          name="skipsHolidays"
          label="Closed on South African public holidays"
          defaultChecked={hours.skipsHolidays}
        />
        <TextareaField
          name="closedDays"
          label="Also closed on (optional)"
          help="Days like 2027-12-27, with commas between them."
          rows={2}
          defaultValue={hours.closedDays.join(', ')}
        />
      </Form>
    </Dialog>
  )
}
