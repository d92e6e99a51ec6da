import { useState } from 'react'
import { fullName, type User } from '#contract/user.ts'
import { Button } from '#web/ui/button.tsx'
import { intent, onDemand } from '#web/ui/on-demand.tsx'
import { useActivateUser } from './api.ts'

const ConfirmDialog = onDemand(async () => (await import('#web/ui/confirm-dialog.tsx')).ConfirmDialog)

export function ActivateButton({ user }: { user: User }) {
  const { mutateAsync } = useActivateUser()
  const [isAsking, ask] = useState(false)
  return (
    <>
      <Button
        size="small"
        aria-label={`Activate ${fullName(user)}`}
        {...intent(ConfirmDialog)}
        onClick={() => ask(true)}
      >
        Activate
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Activate ${fullName(user)}?`}
          description={consequenceOf(user)}
          confirm="Activate"
          pending="Activating…"
          tone="primary"
          onConfirm={(confirmed) => mutateAsync({ params: { id: user.id }, confirmed })}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}

const consequenceOf = ({ email, organization }: User) =>
  [
    ...(organization ? [`This approves the account and its organization, ${organization}.`] : []),
    `We email ${email} that they can sign in now.`,
  ].join(' ')
