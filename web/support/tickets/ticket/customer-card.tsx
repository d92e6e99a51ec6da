import { clsx } from 'clsx'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { fullName } from '#contract/identity/session.ts'
import type { CustomerDetail, CustomerLicense, CustomerTicket } from '#contract/operations/customers.ts'
import type { TicketDetail } from '#contract/support/tickets.ts'
import { links } from '#web/app/links.ts'
import { OpenLink } from '#web/app/parts/open-link.tsx'
import { subscriptionBadge } from '#web/billing/subscriptions/subscription-words.ts'
import { MOST_LICENSES, useTicketCustomer } from '#web/support/inbox/api.ts'
import { statusBadge } from '#web/support/support-desk/ticket-badges.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Avatar } from '#web/ui/text/avatar.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { GivenRating } from './rating.tsx'

type Props = { ticket: TicketDetail }

/** The requester and the organization. In a narrow pane the details open on request. */
export function CustomerCard({ ticket }: Props) {
  const [isOpen, setOpen] = useState(false)
  const name = fullName({ firstName: ticket.userFirstName, lastName: ticket.userLastName })
  return (
    <section aria-label="Customer" className="grid min-w-0 grid-cols-1 gap-2 rounded-lg border p-3 text-[13px]">
      <div className="flex min-w-0 items-center gap-2">
        <Avatar name={name} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium" title={name}>
            {name}
          </p>
          <a
            href={`mailto:${ticket.userEmail}`}
            title={ticket.userEmail}
            className="block truncate text-accent underline-offset-4 hover:underline"
          >
            {ticket.userEmail}
          </a>
        </div>
        <Button
          variant="ghost"
          size="small"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="@2xl/pane:hidden"
        >
          Details
        </Button>
      </div>
      <Link
        href={links.customer(ticket.organizationId)}
        className="font-medium wrap-anywhere text-accent underline-offset-4 hover:underline"
      >
        {ticket.organizationName}
      </Link>
      <div className={clsx('grid grid-cols-1 gap-2', !isOpen && '@max-2xl/pane:hidden')}>
        <Organization ticket={ticket} />
        {ticket.rating !== null && <GivenRating rating={ticket.rating} comment={ticket.ratingComment} />}
      </div>
    </section>
  )
}

function Organization({ ticket }: Props) {
  const { customer, licenses, tickets } = useTicketCustomer(ticket.organizationId)
  if (customer.isError) return <p className="text-fg2">Couldn’t load the customer’s details.</p>
  if (!customer.data) return <Skeleton className="h-24" />
  return (
    <>
      <Facts customer={customer.data} licenses={licenses} />
      <OtherTickets tickets={(tickets ?? []).filter(({ id }) => id !== ticket.id)} />
    </>
  )
}

type FactsProps = { customer: CustomerDetail; licenses: CustomerLicense[] | undefined }

const Facts = ({ customer, licenses }: FactsProps) => (
  <dl className="grid grid-cols-1 gap-1">
    <Line label="Plan">{customer.planName ?? 'None'}</Line>
    <Line label="Billing">
      {customer.billingStatus === 'none' ? 'No subscription' : <Badge {...subscriptionBadge(customer.billingStatus)} />}
    </Line>
    <Line label="Seats">
      {customer.seatsUsed.toLocaleString('en-US')} of {customer.seats.toLocaleString('en-US')} used
    </Line>
    <Line label="Versions">{licenses ? versionsOf(licenses) : '—'}</Line>
    {customer.status !== 'active' && (
      <Line label="Status">{customer.status === 'suspended' ? 'Suspended' : 'Awaiting approval'}</Line>
    )}
  </dl>
)

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex min-w-0 justify-between gap-3">
    <dt className="shrink-0 text-fg2">{label}</dt>
    <dd className="min-w-0 text-right wrap-anywhere">{children}</dd>
  </div>
)

const MOST_VERSIONS = 3

/** '4.3.0 × 7, 4.2.1 × 2': the most frequent ones of active devices. Says so if these may not be all licenses. */
export function versionsOf(licenses: Pick<CustomerLicense, 'status' | 'appVersion'>[], most = MOST_LICENSES) {
  const active = licenses.filter(({ status, appVersion }) => status === 'active' && appVersion)
  const counts = Array.from(
    Map.groupBy(active, ({ appVersion }) => appVersion),
    ([version, of]) => ({ version, count: of.length }),
  )
  const frequent = counts.toSorted((one, other) => other.count - one.count)
  const words = frequent.slice(0, MOST_VERSIONS).map(({ version, count }) => `${version} × ${count}`)
  const text = [...words, ...(frequent.length > MOST_VERSIONS ? ['…'] : [])].join(', ') || noVersion(licenses)
  return licenses.length < most ? text : `${text} (first ${most} licenses)`
}

const noVersion = (licenses: Pick<CustomerLicense, 'status'>[]) =>
  licenses.some(({ status }) => status === 'active') ? 'Unknown' : 'No active device'

function OtherTickets({ tickets }: { tickets: CustomerTicket[] }) {
  if (tickets.length === 0) return null
  return (
    <div className="grid grid-cols-1 gap-1 border-t pt-2">
      <h3 className="text-xs font-medium text-fg2">Other tickets</h3>
      <ul className="grid grid-cols-1 gap-1">
        {tickets.map(({ id, title, status }) => (
          <li key={id}>
            <OpenLink
              opens={{ open: id }}
              title={`${title} · ${statusBadge[status].children}`}
              className="block truncate text-accent underline-offset-4 hover:underline"
            >
              {title}
            </OpenLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
