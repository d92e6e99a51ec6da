import { ExternalLink } from 'lucide-react'
import { domainOf } from '#contract/identity/domains.ts'
import { Button, buttonClass } from '#web/ui/button/button.tsx'

type Props = { email: string | undefined; isPending: boolean; onStart: () => void }

/** Below a refusal that asks for it. A dialog already offers it. */
export function ContinueWithSso({ email, isPending, onStart }: Props) {
  if (email) return null
  return (
    <Button size="small" className="mt-2 flex" isPending={isPending} onClick={onStart}>
      Continue with single sign-on
    </Button>
  )
}

/**
 * Over a page whose session has ended: signing in elsewhere closes the dialog, and the page keeps its input. The address has only the domain,
 * because logs keep it.
 */
export const SsoLink = ({ email }: { email: string }) => (
  <a href={`/auth?sso=${encodeURIComponent(domainOf(email))}`} target="_blank" rel="noopener" className={buttonClass()}>
    Single sign-on in a new tab
    <ExternalLink aria-hidden />
  </a>
)
