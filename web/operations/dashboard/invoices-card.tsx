import { Download, Receipt } from 'lucide-react'
import { Link } from 'wouter'
import { invoices as endpoints, type Invoice } from '#contract/billing/invoices.ts'
import { pathOf } from '#web/app/api/call.ts'
import { links } from '#web/app/links.ts'
import { formatDay, formatLongDay } from '#web/app/words/business-days.ts'
import { invoiceBadge } from '#web/billing/invoices/invoice-words.ts'
import { buttonClass } from '#web/ui/button/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Rand } from '#web/ui/text/rand.tsx'

const SHOWN = 5

export const InvoicesCard = ({ invoices }: { invoices: Invoice[] }) => (
  <Card title="Invoices" flush actions={invoices.length > 0 && <AllInvoices />}>
    {invoices.length === 0 ? (
      <Empty icon={Receipt}>No invoices found.</Empty>
    ) : (
      <ul className="divide-y border-t">
        {invoices.slice(0, SHOWN).map((invoice) => (
          <InvoiceRow key={invoice.id} {...invoice} />
        ))}
      </ul>
    )}
  </Card>
)

const AllInvoices = () => (
  <Link href="/billing" className={buttonClass({ variant: 'link', size: 'inline' })}>
    View all
  </Link>
)

const InvoiceRow = ({ id, invoiceNumber, amount, createdAt, ...others }: Invoice) => (
  <li className="flex items-center gap-3 py-2 pr-3 pl-5">
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap justify-between gap-x-3">
        <Link href={links.invoice(id)} className="truncate font-medium hover:underline">
          {invoiceNumber}
        </Link>
        <span>
          <Rand amount={amount} />
        </span>
      </p>
      <p className="mt-0.5 flex flex-wrap items-center justify-between gap-x-3 text-[13px] text-fg2">
        <DateText value={createdAt} format={formatDay} full={formatLongDay} />
        <Badge {...invoiceBadge({ amount, ...others })} />
      </p>
    </div>
    <a
      href={pathOf(endpoints.download.url, { params: { id } })}
      target="_blank"
      rel="noopener"
      aria-label={`Download invoice ${invoiceNumber}`}
      title="Download"
      className={buttonClass({ variant: 'ghost', size: 'icon' })}
    >
      <Download aria-hidden />
    </a>
  </li>
)
