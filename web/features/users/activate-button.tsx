import { fullName, type User } from '#contract/user.ts'
import { Button } from '#web/ui/button.tsx'
import { useActivateUser } from './api.ts'

export function ActivateButton({ user }: { user: User }) {
  const { mutate, isPending } = useActivateUser()
  return (
    <Button
      size="small"
      isPending={isPending}
      aria-label={`Activate ${fullName(user)}`}
      onClick={() => mutate({ params: { id: user.id } })}
    >
      {isPending ? 'Activating…' : 'Activate'}
    </Button>
  )
}
