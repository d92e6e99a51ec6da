import { Link } from 'wouter'
import { shownStatus, type Billing, type ShownStatus, type Subscription } from '#contract/billing/subscriptions.ts'
import { links } from '#web/app/links.ts'
import { formatLongLastDay } from '#web/app/words/business-days.ts'
import { INVOICE_OVERDUE, whenInvoicesStopDevices } from '#web/app/words/devices-stop.ts'
import { TrialBanner } from '#web/billing/trials/parts.tsx'
import { buttonClass } from '#web/ui/button/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'

type Props = Pick<Billing, 'invoices' | 'isSuspended'> & { subscription: Subscription }

/** Nothing while the subscription is active, inside its period and nothing is overdue. */
export function StatusBanner({ subscription, invoices, isSuspended }: Props) {
  const devices = isSuspended ? undefined : whenInvoicesStopDevices(invoices)
  const status = shownStatus(subscription, 'overdue')
  return (
    <>
      <StatusAlert {...{ subscription, status, isSuspended }} devices={devices?.sentence} />
      {devices && status !== 'past_due' && status !== 'unpaid' && (
        <Alert tone={devices.hasStopped ? 'danger' : 'warning'}>
          {INVOICE_OVERDUE} {devices.sentence}
        </Alert>
      )}
    </>
  )
}

type StatusProps = Pick<Props, 'subscription' | 'isSuspended'> & { status: ShownStatus; devices: string | undefined }

function StatusAlert({ subscription: { currentPeriodEnd }, status, isSuspended, devices }: StatusProps) {
  switch (status) {
    case 'overdue':
      return (
        <Alert tone="warning" action={<SalesLink />}>
          Your subscription is overdue. Please contact sales to update your billing.
        </Alert>
      )
    case 'past_due':
      return (
        <Alert tone="warning">
          Your subscription payment is past due. Please update your payment information. {devices}
        </Alert>
      )
    case 'unpaid':
      return (
        <Alert tone="danger" action={<SalesLink />}>
          Your subscription is unpaid{!isSuspended && ', so devices don’t run'}. Please pay what is outstanding.
        </Alert>
      )
    case 'canceled':
      return (
        <Alert
          action={<SupportLink href={links.contactSupportAbout('Resume our subscription')}>Ask to resume</SupportLink>}
        >
          Your subscription has been cancelled and will end on{' '}
          {currentPeriodEnd ? formatLongLastDay(currentPeriodEnd) : 'the last day of its period'}.
        </Alert>
      )
    case 'trial':
      return <TrialBanner currentPeriodEnd={currentPeriodEnd} isSuspended={isSuspended} />
    default:
      return null
  }
}

const SalesLink = () => <SupportLink href={links.contactSales}>Contact sales</SupportLink>

const SupportLink = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} className={buttonClass({ size: 'small' }, 'text-fg')}>
    {children}
  </Link>
)
