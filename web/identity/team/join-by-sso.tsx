import { useSsoStart } from '#web/identity/sso/use-sso-start.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'

/** The first single sign-on with the invited address accepts the invitation. */
export function JoinBySso({ email, isOnlyWay }: { email: string; isOnlyWay: boolean }) {
  const { start, isPending, failure } = useSsoStart()
  return (
    <div className="grid gap-4">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Button variant={isOnlyWay ? 'primary' : 'outline'} isPending={isPending} onClick={() => start(email)}>
        Join with single sign-on
      </Button>
      {!isOnlyWay && <p className="text-center text-fg2">or with a password</p>}
    </div>
  )
}
