import { KeyRound, LifeBuoy, Receipt, type LucideIcon } from 'lucide-react'
import { Link } from 'wouter'
import { paidOn, type Invoice } from '#contract/billing/invoices.ts'
import { formatDate, formatInstant } from '#contract/dates.ts'
import type { LicenseNews } from '#contract/licensing/history.ts'
import type { License } from '#contract/licensing/licenses.ts'
import type { Dashboard } from '#contract/operations/dashboard.ts'
import type { Ticket } from '#contract/support/tickets.ts'
import { links } from '#web/app/links.ts'
import { formatDay, formatLongDay } from '#web/app/words/business-days.ts'
import { NO_EVENTS } from '#web/app/words/no-events.ts'
import { invoiceStatusName } from '#web/billing/invoices/invoice-words.ts'
import { eventSentence } from '#web/licensing/licenses/parts.tsx'
import { statusBadge } from '#web/support/support-desk/ticket-badges.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { DateText } from '#web/ui/text/date.tsx'

const SHOWN = { licenses: 3, invoices: 2, tickets: 1 }

type Event = {
  key: string
  icon: LucideIcon
  text: string
  detail: string
  href: string
  at: string
  isBusinessDate?: boolean
}

type Props = Pick<Dashboard, 'licenses' | 'invoices' | 'tickets'> & { licenseNews: LicenseNews[] }

export function RecentActivity({ licenses, licenseNews, invoices, tickets }: Props) {
  const isListed = new Set(licenseNews.map(({ licenseId }) => licenseId))
  const created = licenses.filter(({ id }) => !isListed.has(id)).map(createdEvent)
  const events = [
    ...newest([...licenseNews.map(licenseEvent), ...created], SHOWN.licenses),
    ...newest(invoices.map(invoiceEvent), SHOWN.invoices),
    ...newest(tickets.map(ticketEvent), SHOWN.tickets),
  ]
  return (
    <Card title="Recent Activity" flush>
      {events.length === 0 ? (
        <Empty>{NO_EVENTS}</Empty>
      ) : (
        <ul className="divide-y border-t">
          {newest(events, events.length).map(({ key, ...event }) => (
            <EventRow key={key} {...event} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const newest = (events: Event[], count: number) =>
  events.toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, count)

const licenseEvent = ({ licenseId, label, ...event }: LicenseNews): Event => ({
  key: licenseId,
  icon: KeyRound,
  text: `License ${label}`,
  detail: eventSentence(event),
  href: links.license(licenseId),
  at: event.at,
})

const createdEvent = ({ id, label, createdAt }: License): Event => ({
  key: id,
  icon: KeyRound,
  text: `License ${label}`,
  detail: 'Created',
  href: links.license(id),
  at: createdAt,
})

/** Describes the day shown, not the status of today. */
const invoiceEvent = (invoice: Invoice): Event => ({
  key: invoice.id,
  icon: Receipt,
  text: `Invoice ${invoice.invoiceNumber} over R${invoice.amount}`,
  detail: invoiceStatusName(paidOn(invoice) ? 'paid' : 'issued'),
  href: links.invoice(invoice.id),
  at: paidOn(invoice) ?? invoice.createdAt,
  isBusinessDate: true,
})

const ticketEvent = ({ id, ticketNumber, title, status, updatedAt }: Ticket): Event => ({
  key: id,
  icon: LifeBuoy,
  text: `Ticket ${ticketNumber}`,
  detail: `${statusBadge[status].children}: ${title}`,
  href: links.ticket(id),
  at: updatedAt,
})

const EventRow = ({ icon: Icon, text, detail, href, at, isBusinessDate }: Omit<Event, 'key'>) => (
  <li className="flex items-center gap-3 px-5 py-2.5">
    <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-full bg-neutral-bg text-fg2">
      <Icon className="size-4" />
    </span>
    <div className="min-w-0 flex-1">
      <Link href={href} className="block truncate font-medium underline-offset-4 hover:underline">
        {text}
      </Link>
      <p className="truncate text-[13px] text-fg2">{detail}</p>
    </div>
    <span className="shrink-0 text-[13px] text-fg2">
      <DateText
        value={at}
        format={isBusinessDate ? formatDay : formatDate}
        full={isBusinessDate ? formatLongDay : formatInstant}
      />
    </span>
  </li>
)
