import type { EnrollmentKey } from '#contract/licensing/enrollment-keys.ts'
import { CheckboxField } from '#web/ui/form/fields.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { dayOf } from './key-form.ts'

export const KeyFields = ({ stored }: { stored?: EnrollmentKey }) => (
  <>
    <TextField name="label" label="Name" placeholder="Lab roll-out" autoComplete="off" defaultValue={stored?.label} />
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        name="expiresAt"
        label="Last day (optional)"
        type="date"
        defaultValue={stored?.expiresAt ? dayOf(stored.expiresAt) : ''}
        help="Works to the end of that day."
      />
      <TextField
        name="maxUses"
        label="Uses (optional)"
        inputMode="numeric"
        autoComplete="off"
        placeholder="No limit"
        defaultValue={stored?.maxUses ?? ''}
        help="How many devices it may enroll."
      />
    </div>
    <CheckboxField
      name="createsLicenses"
      label="Create licenses when none is free"
      help="Within the seats of the plan, named after the device."
      defaultChecked={stored?.createsLicenses ?? true}
    />
  </>
)
