import { clsx } from 'clsx'
import { AGES, type Statement } from '#contract/billing/statements.ts'
import { formatLongDate } from '#contract/dates.ts'
import { toCents } from '#contract/money.ts'
import { solid, type Tone } from '#web/ui/tone.ts'

type Props = Pick<Statement, 'ageing' | 'credit' | 'to'>

/** What is owed on the last day, by how long it is overdue. */
export const Ageing = ({ ageing, credit, to }: Props) => (
  <section aria-label="Ageing" className="grid gap-3">
    <h3 className="font-semibold">Owed on {formatLongDate(to)}</h3>
    {AGES.some((age) => toCents(ageing[age]) > 0) ? (
      <Ages ageing={ageing} />
    ) : (
      <p className="text-fg2">Nothing is owed.</p>
    )}
    {toCents(credit) > 0 && <p>R{credit} is kept as credit for the next invoice.</p>}
  </section>
)

const ages: Record<(typeof AGES)[number], { label: string; tone: Tone }> = {
  current: { label: 'Not yet due', tone: 'success' },
  days30: { label: '1–30 days overdue', tone: 'info' },
  days60: { label: '31–60 days', tone: 'warning' },
  days90: { label: '61–90 days', tone: 'danger' },
  older: { label: 'Over 90 days', tone: 'violet' },
}

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
          <dd className="font-medium">R{ageing[age]}</dd>
        </div>
      ))}
    </dl>
  </>
)
