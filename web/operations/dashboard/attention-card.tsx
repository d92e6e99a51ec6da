import { ArrowRight } from 'lucide-react'
import { Link } from 'wouter'
import { isQuotaFull } from '#contract/licensing/usage.ts'
import { SILENT_DAYS } from '#contract/licensing/usage.ts'
import type { Attention, Dashboard } from '#contract/operations/dashboard.ts'
import { countOf } from '#contract/quantities.ts'
import { links } from '#web/app/links.ts'
import { useIsOrgAdmin } from '#web/identity/session/api.ts'
import { Card } from '#web/ui/page/card.tsx'

type Props = Attention & Pick<Dashboard, 'subscription'>
type Item = { text: string; action: string; href: string }

export function AttentionCard(props: Props) {
  const items = itemsOf(props, useIsOrgAdmin())
  if (items.length === 0) return null
  return (
    <Card title="Needs attention" flush>
      <ul className="divide-y border-t">
        {items.map(({ text, action, href }) => (
          <li key={text}>
            <Link href={href} className="flex min-h-11 items-center gap-3 px-5 py-2 hover:bg-sunken">
              <span className="min-w-0 flex-1">{text}</span>
              <span className="inline-flex shrink-0 items-center gap-1 font-medium text-accent">
                {action}
                <ArrowRight aria-hidden className="size-4" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function itemsOf(props: Props, isOrgAdmin: boolean): Item[] {
  const { checklist, isEmailVerified, isSuspended, overdueInvoices, waitingTickets, silentDevices, subscription } =
    props
  const isFull = subscription && isQuotaFull({ used: subscription.licensesUsed, limit: subscription.licenseLimit })
  return [
    overdueInvoices > 0 && {
      text: `${countOf(overdueInvoices, 'invoice is', 'invoices are')} overdue.`,
      action: 'Go to billing',
      href: '/billing',
    },
    waitingTickets > 0 && {
      text: `${countOf(waitingTickets, 'ticket waits', 'tickets wait')} for your reply.`,
      action: 'Reply',
      href: links.waitingTickets,
    },
    isFull &&
      isOrgAdmin &&
      !isSuspended && {
        text: `Your plan is full: ${countOf(subscription.licenseLimit, 'license')} in use.`,
        action: 'Request licenses',
        href: links.requestLicenses,
      },
    silentDevices > 0 && {
      text: `${countOf(silentDevices, 'device has', 'devices have')} not checked in for ${SILENT_DAYS[0]} days.`,
      action: 'Review',
      href: links.silentLicenses(SILENT_DAYS[0]),
    },
    !isEmailVerified &&
      !checklist && { text: 'Your email address is not confirmed.', action: 'Confirm', href: '/account' },
  ].filter((item) => item !== false && item !== null)
}
