import { useState } from 'react'
import type { User } from '#contract/identity/session.ts'
import { changeUser } from '#web/app/api/query-client.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { CodeStep, SignInForm } from '#web/identity/sign-in/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { withoutAsking } from '#web/ui/dialog/unload.ts'

type Props = { onAnswer: (isSignedIn: boolean) => void }

/** Only the same user may continue: the page shows what they are allowed to see. */
export function SessionEndDialog({ onAnswer }: Props) {
  const [{ id, email }] = useState(useCurrentUser())
  const [needsCode, setNeedsCode] = useState(false)
  const finish = (user: User) => (user.id === id ? onAnswer(true) : withoutAsking(() => window.location.reload()))
  // Ends the page, so the calls that wait for an answer are dropped with it.
  const leave = () => changeUser(null)

  return (
    <Dialog
      size="small"
      title="Your session has ended"
      description="Sign in to continue. Everything on this page is kept."
      onClose={() => onAnswer(false)}
    >
      {needsCode ? (
        <CodeStep isSameAccount onBack={() => setNeedsCode(false)} onSignedIn={finish} />
      ) : (
        <SignInForm email={email} onCodeNeeded={() => setNeedsCode(true)} onSignedIn={finish} />
      )}
      <Button variant="link" size="inline" className="mt-3 justify-self-center text-[13px]" onClick={leave}>
        Use another account
      </Button>
    </Dialog>
  )
}
