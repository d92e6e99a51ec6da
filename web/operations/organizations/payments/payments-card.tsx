import { clsx } from 'clsx'
import { Banknote } from 'lucide-react'
import { formatDate, formatLongDate } from '#contract/dates.ts'
import { toAmount, toCents } from '#contract/money.ts'
import { DETAIL_ROWS, type OrganizationBilling } from '#contract/operations/organizations.ts'
import { paymentWords } from '#web/billing/invoices/invoice-words.ts'
import { InvoiceNumber } from '#web/billing/invoices/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Card } from '#web/ui/page/card.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Rand } from '#web/ui/text/rand.tsx'
import type { TabProps } from '../organization-action.ts'

type Entry = OrganizationBilling['payments'][number]

export const PaymentsCard = ({ billing: { payments, credit }, onOpen }: TabProps) => (
  <Card
    title="Payments"
    description={payments.length === DETAIL_ROWS && `The newest ${DETAIL_ROWS}`}
    actions={toCents(credit) !== 0 && <Credit cents={toCents(credit)} onRefund={() => onOpen('refund')} />}
    flush
  >
    <Table
      label="List of payments"
      rows={payments}
      columns={columns}
      rowKey={({ id }) => id}
      empty={<Empty icon={Banknote}>No payments received yet.</Empty>}
    />
  </Card>
)

const Credit = ({ cents, onRefund }: { cents: number; onRefund: () => void }) => (
  <>
    <span className="font-medium">
      <Rand amount={toAmount(Math.abs(cents))} /> {cents > 0 ? 'credit' : 'of refunded credit is outstanding'}
    </span>
    {cents > 0 && (
      <Button size="small" onClick={onRefund}>
        Record Refund
      </Button>
    )}
  </>
)

const columns: Column<Entry>[] = [
  {
    key: 'date',
    header: 'Date',
    cell: ({ receivedOn }) => <DateText value={receivedOn} format={formatDate} full={formatLongDate} />,
  },
  {
    key: 'kind',
    header: 'Kind',
    phone: 'title',
    cell: ({ kind, isReversed }) => (
      <span>
        {paymentWords[kind]}
        {isReversed && <span className="block text-xs font-normal text-fg2">Reversed</span>}
      </span>
    ),
  },
  { key: 'invoice', header: 'Invoice', cell: (entry) => <Invoice {...entry} /> },
  { key: 'reference', header: 'Reference', cell: (entry) => <Reference {...entry} /> },
  { key: 'amount', header: 'Amount', align: 'end', cell: (entry) => <Amount {...entry} /> },
]

const Invoice = ({ invoiceId, invoiceNumber }: Entry) =>
  invoiceId && invoiceNumber ? <InvoiceNumber id={invoiceId} invoiceNumber={invoiceNumber} /> : '—'

const Reference = ({ reference, note }: Entry) => (
  <span className="block max-w-72 wrap-anywhere">
    {reference || '—'}
    {note && <span className="block text-xs text-fg2">{note}</span>}
  </span>
)

const Amount = ({ amount, isReversed }: Entry) => (
  <span className={clsx(isReversed && 'text-fg2 line-through')}>
    <Rand amount={amount} />
  </span>
)
