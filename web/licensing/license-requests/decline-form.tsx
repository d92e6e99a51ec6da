import { Refusal, type LicenseRequestForAdmin } from '#contract/licensing/license-requests.ts'
import type { Confirmed } from '#web/ui/dialog/confirmed.ts'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useDeclineRequest } from './admin-api.ts'

type Props = { request: LicenseRequestForAdmin; onClose: () => void }

export function DeclineForm({ request, onClose }: Props) {
  const decline = useDeclineRequest()

  const save = async (body: { reason: string }, confirmed: Confirmed) => {
    await decline.mutateAsync({ params: { id: request.id }, body, confirmed })
    onClose()
  }

  return (
    <Form schema={Refusal} onSubmit={save} submit="Decline" submitLook="danger" pending="Declining…" cancel={onClose}>
      <TextareaField
        name="reason"
        label="Reason"
        rows={4}
        help={`${request.requestedBy} reads it under the subscription, and in an email unless switched off.`}
      />
    </Form>
  )
}
