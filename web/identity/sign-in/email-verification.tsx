import { useQuery } from '@tanstack/react-query'
import { LINK_EXPIRED } from '#contract/identity/session.ts'
import { serverMessage } from '#web/app/api/api-error.ts'
import { emailVerification } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Card } from '#web/ui/page/card.tsx'

export function EmailVerification({ token, onContinue }: { token: string; onContinue: () => void }) {
  const { isPending, isError, error } = useQuery(emailVerification(token))
  return (
    <Card>
      <div className="grid gap-4">
        {isPending && <Alert>Confirming your email address…</Alert>}
        {isError && <Alert tone="danger">{serverMessage(error) ?? LINK_EXPIRED}</Alert>}
        {!isPending && !isError && <Alert tone="success">Your email address is confirmed.</Alert>}
        <Button variant="primary" onClick={onContinue}>
          Continue
        </Button>
      </div>
    </Card>
  )
}
