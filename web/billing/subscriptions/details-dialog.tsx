import { BillingDetailsChange, type BillingDetails } from '#contract/billing/details.ts'
import { useChangedValues } from '#web/app/api/changed-values.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useChangeDetails } from './api.ts'

export function DetailsDialog({ details, onClose }: { details: BillingDetails; onClose: () => void }) {
  const change = useChangeDetails()
  const changesIn = useChangedValues(details)
  const save = async (typed: BillingDetailsChange) => {
    const body = changesIn(typed)
    if (body) await change.mutateAsync({ body })
    onClose()
  }
  return (
    <Dialog
      size="small"
      title="Billing details"
      description={`Shown on the invoices of ${details.organizationName}. To change its name, contact sales.`}
      onClose={onClose}
    >
      <Form schema={BillingDetailsChange} onSubmit={save} submit="Save" pending="Saving…" cancel={onClose}>
        <TextField
          name="contactEmail"
          type="email"
          label="Contact email"
          autoComplete="email"
          defaultValue={details.contactEmail}
        />
        <TextField name="phone" label="Phone (optional)" autoComplete="tel" defaultValue={details.phone ?? ''} />
        <TextareaField name="address" label="Address (optional)" rows={3} defaultValue={details.address ?? ''} />
        <TextField
          name="vatNumber"
          label="VAT number (optional)"
          inputMode="numeric"
          help="10 digits, starting with 4."
          defaultValue={details.vatNumber ?? ''}
        />
      </Form>
    </Dialog>
  )
}
