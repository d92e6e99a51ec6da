import { fullName, type User } from '#contract/identity/session.ts'
import { VIEWING_MINUTES, ViewingReason } from '#contract/identity/viewings.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useStartViewing } from './api.ts'

type Props = { person: Pick<User, 'id' | 'firstName' | 'lastName'>; onClose: () => void }

export function ViewDialog({ person, onClose }: Props) {
  const { mutateAsync } = useStartViewing()
  const start = (body: ViewingReason, confirmed: Confirmation) =>
    mutateAsync({ params: { id: person.id }, body, confirmed })
  return (
    <Dialog
      size="small"
      title={`View as ${fullName(person)}`}
      description={`For ${VIEWING_MINUTES} minutes, every tab of this browser shows the portal as they see it. Forms that are open in other tabs close unsaved. You cannot change anything, and license keys stay hidden.`}
      onClose={onClose}
    >
      <Form schema={ViewingReason} onSubmit={start} submit="View" pending="Opening…" cancel={onClose}>
        <TextareaField name="reason" label="Reason" rows={3} help="Both your audit log and the customer’s show it." />
      </Form>
    </Dialog>
  )
}
