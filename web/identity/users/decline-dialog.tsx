import { fullName, type User } from '#contract/identity/session.ts'
import { Declining } from '#contract/identity/users.ts'
import type { Confirmed } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useDeclineUser } from './api.ts'

type Props = { user: User; onClose: () => void }

export function DeclineDialog({ user, onClose }: Props) {
  const { mutateAsync } = useDeclineUser()
  const decline = async (body: Declining, confirmed: Confirmed) => {
    await mutateAsync({ params: { id: user.id }, body, confirmed })
    onClose()
  }
  return (
    <Dialog size="small" title={`Decline ${fullName(user)}?`} description={consequence(user)} onClose={onClose}>
      <Form
        schema={Declining}
        onSubmit={decline}
        submit="Decline"
        submitLook="danger"
        pending="Declining…"
        cancel={onClose}
      >
        <TextareaField name="reason" label="Reason" rows={4} maxLength={1000} help={`We email it to ${user.email}.`} />
      </Form>
    </Dialog>
  )
}

const consequence = ({ organization }: User) =>
  organization
    ? `The account and its organization, ${organization}, are deleted for good.`
    : 'The account is deleted for good.'
