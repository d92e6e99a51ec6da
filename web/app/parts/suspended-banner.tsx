import { Link } from 'wouter'
import { links } from '#web/app/links.ts'
import { buttonClass } from '#web/ui/button/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'

export const SuspendedBanner = () => (
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
