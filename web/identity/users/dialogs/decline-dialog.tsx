import { fullName, type User } from '#contract/identity/session.ts'
import { Declining } from '#contract/identity/users.ts'
import { SIGN_UP_NOT_LOADED, useSignUp } from '#web/operations/sign-ups/api.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { CheckboxField, TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useDeclineUser } from '../changes-api.ts'

type Props = { user: User; onClose: () => void; onDeclined: () => void }

export function DeclineDialog({ user, onClose, onDeclined }: Props) {
  const { mutateAsync } = useDeclineUser()
  const reading = useSignUp(user.id)
  const decline = async (body: Declining, confirmed: Confirmation) => {
    await mutateAsync({ params: { id: user.id }, body, confirmed })
    onDeclined()
  }
  return (
    <Dialog size="small" title={`Decline ${fullName(user)}?`} description={consequence(user)} onClose={onClose}>
      <Loaded query={reading} failure={SIGN_UP_NOT_LOADED}>
        {({ domain, blockRefusal }) => (
          <Form
            schema={Declining}
            onSubmit={decline}
            submit="Decline"
            submitLook="danger"
            pending="Declining…"
            cancel={onClose}
          >
            <TextareaField name="reason" label="Reason" rows={4} help={`We email it to ${user.email}.`} />
            <CheckboxField
              name="isDomainBlocked"
              label={`Also block registrations from ${domain}`}
              help={blockRefusal ?? 'You can unblock it under Users.'}
              disabled={blockRefusal !== null}
            />
          </Form>
        )}
      </Loaded>
    </Dialog>
  )
}

const consequence = ({ organization }: User) =>
  organization
    ? `The account and its organization, ${organization}, are deleted for good.`
    : 'The account is deleted for good.'
