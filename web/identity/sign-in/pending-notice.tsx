import { formatDate } from '#contract/dates.ts'
import type { ApiFailure } from '#contract/errors.ts'
import type { LoginForm } from '#contract/identity/session.ts'
import { usePortal } from '#web/app/api/config.ts'
import { useMailFirstVerification } from '#web/identity/account/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'

type Props = { pending: NonNullable<ApiFailure['pending']>; given: LoginForm }

export function PendingNotice({ pending: { since, isEmailVerified }, given: { email, password } }: Props) {
  const resend = useMailFirstVerification()
  const salesEmail = usePortal()?.salesEmail
  return (
    <Alert tone="warning" title={`Waiting for approval since ${formatDate(since)}`}>
      <p>
        Our sales team will email you when your account is active. Questions?{' '}
        <a href={`mailto:${salesEmail}`} className="font-medium underline underline-offset-4">
          {salesEmail}
        </a>
      </p>
      {!isEmailVerified && (
        <p className="mt-2">
          Your email address is not confirmed yet.{' '}
          <Button
            size="inline"
            variant="link"
            className="text-current underline"
            isPending={resend.isPending}
            onClick={() => resend.mutate({ body: { email, password } })}
          >
            Resend the link
          </Button>
        </p>
      )}
    </Alert>
  )
}
