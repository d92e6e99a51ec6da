import { clsx } from 'clsx'
import { FileClock } from 'lucide-react'
import { useMemo } from 'react'
import { AGES } from '#contract/billing/ages.ts'
import type { Statement, StatementLine } from '#contract/billing/statements.ts'
import { formatDate, formatLongDate } from '#contract/dates.ts'
import { toCents } from '#contract/money.ts'
import { signedRand } from '#web/app/words/signed-rand.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Fact } from '#web/ui/page/fact.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Rand } from '#web/ui/text/rand.tsx'
import { solid } from '#web/ui/tone.ts'
import { ages } from './ages.ts'
import { CreditSentence } from './credit-sentence.tsx'

export const StatementView = ({ statement }: { statement: Statement }) => (
  <div className="grid gap-5">
    <dl aria-label="Balance" className="grid grid-cols-2 gap-4 rounded-lg bg-sunken px-4 py-3 sm:grid-cols-4">
      <Fact label="Opening balance">
        <Rand amount={statement.opening} />
      </Fact>
      <Fact label="Charged">
        <Rand amount={statement.charged} />
      </Fact>
      <Fact label="Credited">
        <Rand amount={statement.credited} />
      </Fact>
      <Fact label="Closing balance">
        <span className="font-semibold">
          <Rand amount={statement.closing} />
        </span>
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
        empty={<Empty icon={FileClock}>No invoices or payments in this period.</Empty>}
      />
    </div>
  )
}

const amountOf = (amount: string) => (toCents(amount) === 0 ? '' : `R${amount}`)

const columns: Column<Row>[] = [
  { key: 'day', header: 'Date', phone: 'hidden', cell: ({ day }) => <DayText day={day} /> },
  { key: 'description', header: 'Description', phone: 'title', cell: (line) => <Description {...line} /> },
  {
    key: 'reference',
    header: 'Reference',
    phone: 'hidden',
    cell: ({ reference }) => <span className="wrap-anywhere">{reference || '—'}</span>,
  },
  { key: 'charged', header: 'Charged', align: 'end', phone: 'hidden', cell: ({ charged }) => amountOf(charged) },
  { key: 'credited', header: 'Credited', align: 'end', phone: 'hidden', cell: ({ credited }) => amountOf(credited) },
  {
    key: 'balance',
    header: 'Balance',
    align: 'end',
    phone: 'hidden',
    cell: ({ balance }) => <Rand amount={balance} />,
  },
]

const DayText = ({ day }: { day: string }) => <DateText value={day} format={formatDate} full={formatLongDate} />

/** On phones the description contains the whole line: text, change, day, reference and balance. */
const Description = (line: Row) => (
  <>
    <span className="break-words max-sm:hidden">{line.description}</span>
    <span className="grid min-w-0 flex-1 gap-1 sm:hidden">
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 wrap-anywhere">{line.description}</span>
        <span className="whitespace-nowrap tabular-nums">{changeOf(line)}</span>
      </span>
      <span className="flex flex-wrap items-baseline gap-x-3 font-normal text-fg2">
        <span className="min-w-0 wrap-anywhere">
          <DayText day={line.day} />
          {line.reference && ` · ${line.reference}`}
        </span>
        <span className="ml-auto whitespace-nowrap tabular-nums">
          Balance <Rand amount={line.balance} />
        </span>
      </span>
    </span>
  </>
)

/** '+R500.00' or '−R500.00', as it changes the balance. */
const changeOf = ({ charged, credited }: StatementLine) =>
  toCents(credited) === 0 ? `+R${charged}` : signedRand(`-${credited}`)

type Props = Pick<Statement, 'ageing' | 'credit' | 'to'>

const Ageing = ({ ageing, credit, to }: Props) => (
  <section aria-label="Ageing" className="grid gap-3">
    <h3 className="font-semibold">Outstanding on {formatLongDate(to)}</h3>
    {AGES.some((age) => toCents(ageing[age]) > 0) ? (
      <Ages ageing={ageing} />
    ) : (
      toCents(credit) >= 0 && <p className="text-fg2">Nothing outstanding.</p>
    )}
    {toCents(credit) !== 0 && (
      <p>
        <CreditSentence cents={toCents(credit)} />
      </p>
    )}
  </section>
)

const Ages = ({ ageing }: Pick<Statement, 'ageing'>) => (
  <>
    <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full">
      {AGES.map((age) => (
        <span key={age} className={solid[ages[age].tone]} style={{ flexGrow: toCents(ageing[age]) }} />
      ))}
    </div>
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-5">
      {AGES.map((age) => (
        <div key={age} className="min-w-0">
          <dt className="flex items-center gap-1.5 text-[13px] text-fg2">
            <span aria-hidden className={clsx('size-2 shrink-0 rounded-full', solid[ages[age].tone])} />
            {ages[age].label}
          </dt>
          <dd className="font-medium">
            <Rand amount={ageing[age]} />
          </dd>
        </div>
      ))}
    </dl>
  </>
)
