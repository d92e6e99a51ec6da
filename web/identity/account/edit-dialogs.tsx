import {
  profileOf,
  EmailChange,
  PasswordChange,
  ProvedEmailChange,
  type Profile,
  type Account,
} from '#contract/identity/account.ts'
import { PASSWORD_LIMITS } from '#contract/identity/session.ts'
import { useChangedValues } from '#web/app/api/changed-values.ts'
import { sendProved } from '#web/app/parts/fresh-proof.ts'
import { CodeField, CurrentPasswordField } from '#web/app/parts/proof-fields.tsx'
import { useCurrentUser, SIGNED_OUT_ELSEWHERE } from '#web/identity/session/api.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField, TextField } from '#web/ui/form/text-field.tsx'
import { useChangeProfile, useChangeEmail, useChangePassword } from './api.ts'

type Props = { account: Account; onClose: () => void }

export function ProfileDialog({ account: { user }, onClose }: Props) {
  const change = useChangeProfile()
  const changesIn = useChangedValues(user)
  const save = async (profile: Profile) => {
    const body = changesIn(profile)
    if (body) await change.mutateAsync({ body })
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
        <TextField name="username" label="Username" autoComplete="nickname" defaultValue={user.username} />
      </Form>
    </Dialog>
  )
}

export function EmailDialog({ account, onClose }: Props) {
  const change = useChangeEmail()
  const { isMfaEnabled } = useCurrentUser()
  const ask = async (body: EmailChange | ProvedEmailChange, confirmed: Confirmation) => {
    await sendProved(() => change.mutateAsync({ body, confirmed }))
    onClose()
  }
  return (
    <Dialog
      size="small"
      title="Change email"
      description={`You keep signing in with ${account.user.email} until the new address is confirmed.`}
      onClose={onClose}
    >
      <Form
        schema={isMfaEnabled ? ProvedEmailChange : EmailChange}
        onSubmit={ask}
        submit="Send link"
        pending="Sending…"
        cancel={onClose}
      >
        <TextField name="email" label="New email" type="email" autoComplete="email" />
        <CurrentPasswordField />
        {isMfaEnabled && <CodeField />}
      </Form>
    </Dialog>
  )
}

export function PasswordDialog({ account: { user }, onClose }: Props) {
  const change = useChangePassword()
  const save = async (body: PasswordChange) => {
    await change.mutateAsync({ body })
    onClose()
  }
  return (
    <Dialog size="small" title="Change password" description={SIGNED_OUT_ELSEWHERE} onClose={onClose}>
      <Form schema={PasswordChange} onSubmit={save} submit="Change password" pending="Changing…" cancel={onClose}>
        <CurrentPasswordField name="currentPassword" />
        <PasswordField
          name="newPassword"
          label="New password"
          autoComplete="new-password"
          help={`At least ${PASSWORD_LIMITS.min} characters.`}
        />
        {/* Identifies the account for password managers. Last, because a dialog focuses its first field. */}
        <input type="text" autoComplete="username" defaultValue={user.email} readOnly hidden />
      </Form>
    </Dialog>
  )
}
