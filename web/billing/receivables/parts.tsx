import { clsx } from 'clsx'
import type { Ageing } from '#contract/billing/receivables.ts'
import { toCents } from '#contract/money.ts'
import { countOf } from '#contract/quantities.ts'
import { useUrlState } from '#web/app/url-state.ts'
import { ages } from '#web/billing/statements/ages.ts'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Rand } from '#web/ui/text/rand.tsx'
import { solid } from '#web/ui/tone.ts'
import { useAgeing } from './api.ts'

/** Each age filters the invoices below; a second press shows all again. */
export const AgeingCard = () => (
  <Card title="Outstanding by age" description="Choose an age to see its invoices.">
    <Loaded query={useAgeing()} failure={notLoaded('the ages')} skeleton={<Skeleton className="h-72.5 sm:h-24.5" />}>
      {(ageing) => <Ages ageing={ageing} />}
    </Loaded>
  </Card>
)

function Ages({ ageing }: { ageing: Ageing }) {
  const [chosen, choose] = useUrlState('age')
  return (
    <div className="grid gap-3">
      <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full bg-sunken">
        {ageing.map(({ age, amount }) => (
          <span key={age} className={solid[ages[age].tone]} style={{ flexGrow: toCents(amount) }} />
        ))}
      </div>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-5">
        {ageing.map(({ age, amount, invoices }) => (
          <button
            key={age}
            type="button"
            aria-pressed={chosen === age}
            onClick={() => choose(chosen === age ? '' : age)}
            className={clsx(
              'min-w-0 rounded-lg border px-3 py-2 text-left hover:bg-sunken',
              chosen === age ? 'border-accent bg-accent-soft' : 'border-transparent',
            )}
          >
            <span className="flex items-center gap-1.5 text-[13px] text-fg2">
              <span aria-hidden className={clsx('size-2 shrink-0 rounded-full', solid[ages[age].tone])} />
              {ages[age].label}
            </span>
            <span className="block font-semibold">
              <Rand amount={amount} />
            </span>
            <span className="block text-[13px] text-fg2">{countOf(invoices, 'invoice')}</span>
          </button>
        ))}
      </div>
    </div>
  )
}
