import { Link } from 'wouter'
import type { Subscription } from '#contract/billing/subscriptions.ts'
import { links } from '#web/app/links.ts'
import { formatLongLastDay } from '#web/app/words/business-days.ts'
import { buttonClass } from '#web/ui/button/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'

type Props = Pick<Subscription, 'currentPeriodEnd'> & { isSuspended?: boolean }

/** The devices of a suspended organization have stopped already. */
export const TrialBanner = ({ currentPeriodEnd, isSuspended }: Props) =>
  currentPeriodEnd && (
    <Alert
      action={
        <Link
          href={links.contactSupportAbout('Continue after our trial')}
          className={buttonClass({ size: 'small' }, 'text-fg')}
        >
          Ask to continue
        </Link>
      }
    >
      Your trial ends on {formatLongLastDay(currentPeriodEnd)}.{!isSuspended && ' After that day your devices stop.'}
    </Alert>
  )
