import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useChangeSsoRule, useRemoveSso } from './api.ts'

type Props = { onClose: () => void }

export function RequireSsoDialog({ onClose }: Props) {
  const { mutateAsync } = useChangeSsoRule()
  return (
    <ConfirmDialog
      title="Require single sign-on?"
      description="Members with an address at a verified domain can no longer sign in with a password or passkey. Administrators still can, so a broken identity provider doesn’t lock them out. Open sessions stay."
      confirm="Require"
      pending="Saving…"
      tone="primary"
      onConfirm={(confirmed) => mutateAsync({ body: { isRequired: true }, confirmed })}
      onClose={onClose}
    />
  )
}

export function AllowPasswordsDialog({ onClose }: Props) {
  const { mutateAsync } = useChangeSsoRule()
  return (
    <ConfirmDialog
      title="Make single sign-on optional?"
      description="Members may then also sign in with their password or passkey."
      confirm="Make Optional"
      pending="Saving…"
      onConfirm={(confirmed) => mutateAsync({ body: { isRequired: false }, confirmed })}
      onClose={onClose}
    />
  )
}

export function RemoveSsoDialog({ onClose }: Props) {
  const { mutateAsync } = useRemoveSso()
  return (
    <ConfirmDialog
      title="Remove the identity provider?"
      description="All members sign in with their password or passkey again. Those who signed in with single sign-on are signed out, except you. Your domains stay."
      confirm="Remove"
      pending="Removing…"
      onConfirm={(confirmed) => mutateAsync({ confirmed })}
      onClose={onClose}
    />
  )
}
