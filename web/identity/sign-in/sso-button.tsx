import { use, type ReactNode } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { FormErrors } from '#web/ui/form/form-state.ts'

const SsoLink = onDemand(async () => (await import('./sso-link.tsx')).SsoLink)

type Props = { email: string | undefined; isPending: boolean; onStart: () => void }

export const SsoButton = ({ email, isPending, onStart }: Props) =>
  email ? (
    <SsoLink email={email} />
  ) : (
    <Button isPending={isPending} onClick={onStart}>
      Single sign-on
    </Button>
  )

/** Adds a problem of the email address that is not the form's own. */
export function WithEmailProblem({ problem, children }: { problem: string | undefined; children: ReactNode }) {
  const errors = use(FormErrors)
  return <FormErrors value={problem ? { ...errors, email: problem } : errors}>{children}</FormErrors>
}
