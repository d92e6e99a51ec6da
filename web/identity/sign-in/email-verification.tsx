import { useQuery } from '@tanstack/react-query'
import { finalRefusal, serverMessage } from '#web/app/api/api-error.ts'
import { emailVerification } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Card } from '#web/ui/page/card.tsx'

export function EmailVerification({ token, onContinue }: { token: string; onContinue: () => void }) {
  const { isPending, isError, error, refetch } = useQuery(emailVerification(token))
  const refusal = finalRefusal(error)
  return (
    <Card>
      <div className="grid gap-4">
        {isPending && <Alert>Confirming your email address…</Alert>}
        {refusal && <Alert tone="danger">{refusal}</Alert>}
        {isError && !refusal && (
          <LoadFailure
            sentence={serverMessage(error) ?? 'Failed to confirm your email address. Please try again.'}
            retry={() => void refetch()}
          />
        )}
        {!isPending && !isError && <Alert tone="success">Your email address is confirmed.</Alert>}
        <Button variant="primary" onClick={onContinue}>
          Continue
        </Button>
      </div>
    </Card>
  )
}
