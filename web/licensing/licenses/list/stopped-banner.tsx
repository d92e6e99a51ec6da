import { Link } from 'wouter'
import type { Billing } from '#contract/billing/subscriptions.ts'
import { INVOICE_OVERDUE, whenInvoicesStopDevices } from '#web/app/words/devices-stop.ts'
import { buttonClass } from '#web/ui/button/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'

/** The list shows licenses as active while an overdue invoice stops their devices. */
export function StoppedBanner({ invoices }: Pick<Billing, 'invoices'>) {
  const devices = whenInvoicesStopDevices(invoices)
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
      {INVOICE_OVERDUE} {devices.sentence}
    </Alert>
  )
}
