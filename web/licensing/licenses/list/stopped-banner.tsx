import { Link } from 'wouter'
import type { Billing } from '#contract/billing/subscriptions.ts'
import { oldestOverdue, whenDevicesStop } from '#web/app/words/devices-stop.ts'
import { buttonClass } from '#web/ui/button/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'

/** The list shows licenses as active while an overdue invoice stops their devices. */
export function StoppedBanner({ invoices }: Pick<Billing, 'invoices'>) {
  const oldestDue = oldestOverdue(invoices)
  const devices = oldestDue === undefined ? undefined : whenDevicesStop(oldestDue)
  if (!devices?.hasStopped) return null
  return (
    <Alert
      tone="danger"
      action={
        <Link href="/billing" className={buttonClass({ size: 'small' }, 'text-fg')}>
          Go to billing
        </Link>
      }
    >
      An invoice is overdue. {devices.sentence}
    </Alert>
  )
}
