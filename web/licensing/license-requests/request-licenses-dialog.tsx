import { LicenseRequestForm, type LicenseRequestDraft } from '#contract/licensing/license-requests.ts'
import type { Confirmed } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useRequestLicenses } from './api.ts'

export function RequestLicensesDialog({ onClose }: { onClose: () => void }) {
  const request = useRequestLicenses()

  const send = async (draft: LicenseRequestDraft, confirmed: Confirmed) => {
    await request.mutateAsync({ body: draft, confirmed })
    onClose()
  }

  return (
    <Dialog
      title="Request extra licenses"
      description="Our sales team reviews your request and replies by email."
      onClose={onClose}
    >
      <Form schema={LicenseRequestForm} onSubmit={send} submit="Submit Request" pending="Submitting…" cancel={onClose}>
        <TextField
          name="additionalLicenses"
          label="Additional licenses"
          type="text"
          inputMode="numeric"
          defaultValue="1"
          autoComplete="off"
          fieldClass="max-w-48"
        />
        <TextareaField
          name="businessJustification"
          label="Business justification"
          rows={4}
          help="What do you need them for? At least 10 characters."
        />
      </Form>
    </Dialog>
  )
}
