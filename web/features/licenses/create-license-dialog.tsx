import * as z from 'zod/mini'
import { isQuotaFull, LicenseDraft, ORGANIZATION_REQUIRED } from '#contract/licenses.ts'
import { OrganizationField } from '#web/features/organizations/parts.tsx'
import { useIsAdmin } from '#web/features/session/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextareaField } from '#web/ui/fields.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { FieldErrors } from '#web/ui/form-state.ts'
import { Form } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.ts'
import { quotaOf, tellLimitReached, useCreateLicense, useSubscription } from './api.ts'

/** An admin has no organization and must name one. */
const DraftForOrganization = z.extend(LicenseDraft, { organizationId: z.uuid(ORGANIZATION_REQUIRED) })

export function CreateLicenseDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateLicense()
  const isAdmin = useIsAdmin()
  const isFull = useIsFull()

  const save = async ({ description, ...draft }: LicenseDraft) => {
    if (isFull) return tellLimitReached()
    await create.mutateAsync({ body: { ...draft, description: description || undefined } })
    onClose()
  }

  return (
    <Dialog
      size="small"
      title="Create License"
      description="It takes one seat of the plan and is free until a device is assigned."
      onClose={onClose}
    >
      <Form
        schema={isAdmin ? DraftForOrganization : LicenseDraft}
        onSubmit={save}
        onInvalid={tellInvalid}
        submit="Create License"
        pending="Creating…"
        cancel={onClose}
      >
        {isFull && <Alert tone="warning">All licenses of your plan are in use.</Alert>}
        {isAdmin && <OrganizationField />}
        <TextField name="label" label="Label" placeholder="Reception PC" />
        <TextareaField name="description" label="Description (optional)" rows={3} />
      </Form>
    </Dialog>
  )
}

/** Of the own organization; for an admin only the server knows. */
function useIsFull() {
  const subscription = useSubscription().data?.subscription
  return subscription ? isQuotaFull(quotaOf(subscription)) : false
}

function tellInvalid(errors: FieldErrors) {
  toast({ title: 'Validation error', description: errors.label ?? Object.values(errors)[0], tone: 'destructive' })
}
