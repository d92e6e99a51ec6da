import { INVITATION_DAYS, type Invitation } from '#contract/identity/team.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useResendInvitation, useRevokeInvitation } from './api.ts'

export type OpenDialog = { action: 'resend' | 'revoke'; invitation: Invitation }

export function InvitationDialog({ action, invitation: { id, email }, onClose }: OpenDialog & { onClose: () => void }) {
  const { mutateAsync: resend } = useResendInvitation()
  const { mutateAsync: revoke } = useRevokeInvitation()
  const run = { resend, revoke }[action]
  return (
    <ConfirmDialog
      {...words(email)[action]}
      onConfirm={(confirmed) => run({ params: { id }, confirmed })}
      onClose={onClose}
    />
  )
}

const words = (email: string) => ({
  resend: {
    title: 'Resend the invitation?',
    description: `We email ${email} a new link that works for ${INVITATION_DAYS} days. The old link stops working.`,
    confirm: 'Resend',
    pending: 'Sending…',
    tone: 'primary' as const,
  },
  revoke: {
    title: `Revoke the invitation of ${email}?`,
    description: 'The link in the email stops working immediately. You can invite the address again.',
    confirm: 'Revoke',
    pending: 'Revoking…',
  },
})
