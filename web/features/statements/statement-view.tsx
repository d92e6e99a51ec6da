import { FileClock } from 'lucide-react'
import { useMemo } from 'react'
import { formatDate, formatLongDate } from '#contract/dates.ts'
import { toCents } from '#contract/money.ts'
import type { Statement, StatementLine } from '#contract/statements.ts'
import { signedRand } from '#web/app/signed-rand.ts'
import { DateText } from '#web/ui/date.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Fact } from '#web/ui/fact.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { Table } from '#web/ui/table.tsx'
import { Ageing } from './ageing.tsx'

export const StatementView = ({ statement }: { statement: Statement }) => (
  <div className="grid gap-5">
    <dl aria-label="Balance" className="grid grid-cols-2 gap-4 rounded-lg bg-sunken px-4 py-3 sm:grid-cols-4">
      <Fact label="Opening balance">{signedRand(statement.opening)}</Fact>
      <Fact label="Charged">{signedRand(statement.charged)}</Fact>
      <Fact label="Credited">{signedRand(statement.credited)}</Fact>
      <Fact label="Closing balance">
        <span className="font-semibold">{signedRand(statement.closing)}</span>
      </Fact>
    </dl>
    <Lines lines={statement.lines} />
    <Ageing {...statement} />
  </div>
)

type Row = StatementLine & { place: string }

function Lines({ lines }: Pick<Statement, 'lines'>) {
  const rows = useMemo(() => lines.map((line, place) => ({ ...line, place: String(place) })), [lines])
  return (
    <div className="min-w-0 overflow-hidden rounded-xl border">
      <Table
        label="Statement lines"
        rows={rows}
        columns={columns}
        rowKey={({ place }) => place}
        empty={<Empty icon={FileClock}>Nothing was invoiced or paid in these days.</Empty>}
      />
    </div>
  )
}

/** What is nothing says nothing. */
const amountOf = (amount: string) => (toCents(amount) === 0 ? '' : `R${amount}`)

const columns: Column<Row>[] = [
  { key: 'day', header: 'Date', cell: ({ day }) => <DateText value={day} format={formatDate} full={formatLongDate} /> },
  {
    key: 'description',
    header: 'Description',
    phone: 'title',
    cell: ({ description }) => <span className="break-words">{description}</span>,
  },
  {
    key: 'reference',
    header: 'Reference',
    cell: ({ reference }) => <span className="wrap-anywhere">{reference || '—'}</span>,
  },
  { key: 'charged', header: 'Charged', align: 'end', cell: ({ charged }) => amountOf(charged) },
  { key: 'credited', header: 'Credited', align: 'end', cell: ({ credited }) => amountOf(credited) },
  { key: 'balance', header: 'Balance', align: 'end', cell: ({ balance }) => signedRand(balance) },
]
