import { InvoiceStatus } from '#contract/billing/invoices.ts'
import type { InvoiceHistory as History } from '#contract/billing/payments.ts'
import { formatDateTime, formatInstant } from '#contract/dates.ts'
import { countOf } from '#contract/quantities.ts'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { invoiceStatusName } from '../invoice-words.ts'
import { useInvoiceHistory } from '../payments-api.ts'

export const InvoiceHistory = ({ id }: { id: string }) => (
  <section aria-label="History">
    <h3 className="font-semibold">History</h3>
    <Loaded
      query={useInvoiceHistory(id)}
      failure={notLoaded('the history')}
      empty={<p className="text-fg2">No changes yet.</p>}
    >
      {(events) => (
        <ol className="mt-1 divide-y">
          {events.map((event, place) => (
            <Event key={place} {...event} />
          ))}
        </ol>
      )}
    </Loaded>
  </section>
)

const Event = ({ at, by, what, detail }: History[number]) => (
  <li className="py-1.5">
    <p>{what === 'status' ? statusWord(detail) : reminderWord(Number(detail))}</p>
    <p className="text-[13px] wrap-anywhere text-fg2">
      <DateText value={at} format={formatDateTime} full={formatInstant} /> by {by === 'system' ? 'the portal' : by}
    </p>
  </li>
)

const statusWord = (detail: string) => invoiceStatusName(InvoiceStatus.parse(detail))

function reminderWord(days: number) {
  if (days === 0) return 'Reminder on the due day'
  const count = Math.abs(days)
  return `Reminder ${countOf(count, 'day')} ${days < 0 ? 'before' : 'after'} it was due`
}
