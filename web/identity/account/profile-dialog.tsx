import { profileOf, type Profile, type Account } from '#contract/identity/account.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useChangeProfile } from './api.ts'

type Props = { account: Account; onClose: () => void }

export function ProfileDialog({ account: { user }, onClose }: Props) {
  const change = useChangeProfile()
  const save = async (body: Profile) => {
    await change.mutateAsync({ body })
    onClose()
  }
  return (
    <Dialog
      size="small"
      title="Edit profile"
      description="Your colleagues and our team see your name."
      onClose={onClose}
    >
      <Form schema={profileOf(user.username)} onSubmit={save} submit="Save" pending="Saving…" cancel={onClose}>
        <TextField name="firstName" label="First Name" autoComplete="given-name" defaultValue={user.firstName} />
        <TextField name="lastName" label="Last Name" autoComplete="family-name" defaultValue={user.lastName} />
        <TextField name="username" label="Username" autoComplete="username" defaultValue={user.username} />
      </Form>
    </Dialog>
  )
}
