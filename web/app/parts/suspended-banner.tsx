import { useEffect } from 'react'
import { Link } from 'wouter'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { keyOf, refetch } from '#web/app/api/query-client.ts'
import { links } from '#web/app/links.ts'
import { buttonClass } from '#web/ui/button/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'

/** Reads the state again for each screen, so that a reactivation shows without loading the page. */
export function SuspendedBanner() {
  useEffect(() => void refetch({ queryKey: keyOf(subscriptions.read) }), [])
  return (
    <Alert
      tone="danger"
      action={
        <Link href={links.contactSupport} className={buttonClass({ size: 'small' }, 'text-fg')}>
          Contact support
        </Link>
      }
    >
      Your organization is suspended. Its licenses don’t run and can’t be changed until it is reactivated.
    </Alert>
  )
}
