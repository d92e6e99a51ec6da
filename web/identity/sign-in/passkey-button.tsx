import { useMutation } from '@tanstack/react-query'
import type { User } from '#contract/identity/session.ts'
import { changeUser } from '#web/app/api/query-client.ts'
import { canUsePasskeys, LOGIN_FAILED, WELCOME_BACK } from '#web/identity/session/api.ts'
import { useAbortable } from '#web/ui/abortable.ts'
import { Button } from '#web/ui/button/button.tsx'

type Props = {
  email: string | undefined
  onSignedIn: ((user: User) => unknown) | undefined
  onRefused: (error: Error) => void
}

export function PasskeyButton({ email, onSignedIn, onRefused }: Props) {
  const begin = useAbortable()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const signal = begin()
      return (await import('#web/identity/passkeys/api.ts')).signInByPasskey(signal, email)
    },
    onSuccess: (user) => {
      if (!user) return
      changeUser(user)
      onSignedIn?.(user)
    },
    onError: onRefused,
    meta: { success: (user) => (user ? WELCOME_BACK : ''), failure: LOGIN_FAILED },
  })
  return (
    canUsePasskeys() && (
      <Button isPending={isPending} onClick={() => mutate()}>
        Use a passkey
      </Button>
    )
  )
}
