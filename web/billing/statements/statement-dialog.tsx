import { Download } from 'lucide-react'
import type { StatementRange } from '#contract/billing/statements.ts'
import { serverMessage } from '#web/app/api/api-error.ts'
import { useUrlState } from '#web/app/url-state.ts'
import { today } from '#web/app/words/business-days.ts'
import { buttonClass } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { statementFile, useStatement, type StatementOwner } from './api.ts'
import { asText, checked, daysOf, isRangeName, RANGES, rangeNames } from './ranges.ts'
import { StatementView } from './statement-view.tsx'

type Props = StatementOwner & {
  asked: string
  onClose: () => void
}

export function StatementDialog({ organizationId, asked, onClose }: Props) {
  const days = daysOf(asked, today())
  const { range, problem } = checked(days)
  return (
    <Dialog
      size="wide"
      title="Statement of account"
      description="Invoices, payments and credit notes with the balance after each."
      onClose={onClose}
    >
      <div className="grid min-h-[min(36rem,70dvh)] shrink-0 content-start gap-4">
        <div className="flex flex-wrap items-end gap-2">
          <Days asked={asked} {...days} />
          {range && <Files organizationId={organizationId} range={range} />}
        </div>
        {range ? (
          <Read organizationId={organizationId} range={range} />
        ) : (
          <p role="alert" className="text-danger-fg">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  )
}

const CHOSEN = { value: '', label: 'Chosen days' }
const names = RANGES.map((value) => ({ value: value as string, label: rangeNames[value] }))

/** Choosing a named range sets both days; changing a day clears the name. */
function Days({ asked, from, to }: { asked: string } & StatementRange) {
  const [, ask] = useUrlState('statement')
  const isNamed = isRangeName(asked)
  return (
    <>
      <Select
        aria-label="Range"
        options={isNamed ? names : [CHOSEN, ...names]}
        value={isNamed ? asked : ''}
        onChange={({ target }) => ask(target.value || asText({ from, to }))}
        className="w-full sm:w-44"
      />
      <Day label="From" value={from} onChange={(day) => ask(asText({ from: day, to }))} />
      <Day label="To" value={to} onChange={(day) => ask(asText({ from, to: day }))} />
    </>
  )
}

type DayProps = { label: string; value: string; onChange: (day: string) => void }

const Day = ({ label, value, onChange }: DayProps) => (
  <label className="grid flex-1 gap-1 sm:flex sm:flex-none sm:items-center sm:gap-2">
    <span className="text-[13px] text-fg2">{label}</span>
    <Input type="date" value={value} onChange={({ target }) => onChange(target.value)} className="min-w-36 sm:w-36" />
  </label>
)

const Files = ({ range, ...owner }: StatementOwner & { range: StatementRange }) => (
  <span className="flex gap-2 max-sm:w-full sm:ml-auto">
    {(['pdf', 'csv'] as const).map((format) => (
      <a
        key={format}
        href={statementFile(owner, range, format)}
        download
        className={buttonClass({}, 'max-sm:flex-1')}
        aria-label={`Download statement as ${format.toUpperCase()}`}
      >
        <Download aria-hidden />
        {format.toUpperCase()}
      </a>
    ))}
  </span>
)

const FAILED = notLoaded('the statement')

function Read({ range, ...owner }: StatementOwner & { range: StatementRange }) {
  const statement = useStatement(owner, range)
  return (
    <Loaded query={statement} failure={serverMessage(statement.error) ?? FAILED}>
      {(read) => (
        <div aria-busy={statement.isPlaceholderData} className={statement.isPlaceholderData ? 'opacity-60' : ''}>
          <StatementView statement={read} />
        </div>
      )}
    </Loaded>
  )
}
