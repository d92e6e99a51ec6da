import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import type { StatementOwner } from './api.ts'
import { RANGES, rangeNames } from './ranges.ts'

export { CreditSentence } from './credit-sentence.tsx'

const StatementDialog = onDemand(async () => (await import('./statement-dialog.tsx')).StatementDialog)

/** One button per named range. The dialog, which ?statement= opens, offers other days. */
export function StatementButtons(owner: StatementOwner) {
  const [asked, ask] = useUrlState('statement', { push: true })
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {RANGES.map((range) => (
          <Button key={range} size="small" {...intent(StatementDialog)} onClick={() => ask(range)}>
            {rangeNames[range]}
          </Button>
        ))}
      </div>
      {asked && <StatementDialog {...owner} asked={asked} onClose={() => setUrl({ statement: null })} />}
    </>
  )
}
