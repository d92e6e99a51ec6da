import { ChartLine, Download } from 'lucide-react'
import { daysIn, supportDesk, type ReportRange, type ReportTable } from '#contract/support/support-desk.ts'
import { pathOf } from '#web/app/api/call.ts'
import { today } from '#web/app/words/business-days.ts'
import { HEADINGS } from '#web/app/words/headings.ts'
import { useIsAdmin } from '#web/identity/session/api.ts'
import { buttonClass } from '#web/ui/button/button.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { useSupportReports } from '../api.ts'
import { FiguresTable } from './figures-table.tsx'
import { RangeChoice } from './range-choice.tsx'
import { useReportRange } from './range.ts'
import { TotalCards, TotalCardsSkeleton } from './total-cards.tsx'

const chartPlace = <Skeleton className="h-63 rounded-lg" />

const TrendChart = onDemand(async () => (await import('./trend-chart.tsx')).TrendChart, chartPlace)

export function ReportsPage() {
  const { typed, range, error } = useReportRange()
  return (
    <Page {...HEADINGS['/reports']} actions={<RangeChoice typed={typed} error={error} />}>
      {range ? <Reports range={range} /> : <Alert tone="danger">{error}</Alert>}
    </Page>
  )
}

const FAILURE = notLoaded('the reports')

function Reports({ range }: { range: ReportRange }) {
  const reports = useSupportReports(range)
  const isAdmin = useIsAdmin()
  return (
    <>
      <Loaded query={reports} failure={FAILURE} skeleton={<TotalCardsSkeleton />}>
        {(data) => <TotalCards {...data} days={daysIn(range)} />}
      </Loaded>
      <Card title="Created and Resolved" actions={<ExportLink range={range} table="trend" />}>
        {!reports.isError && (
          <Loaded query={reports} skeleton={chartPlace}>
            {({ trend, step }) => <TrendChart trend={trend} step={step} endsDashed={range.to === today()} />}
          </Loaded>
        )}
      </Card>
      <Card
        flush
        title={isAdmin ? 'Agents' : 'Your Tickets'}
        description="By the agent to whom the tickets are assigned, in business hours"
        actions={<ExportLink range={range} table="agents" />}
      >
        {!reports.isError && (
          <Loaded query={reports}>
            {({ agents }) => (
              <FiguresTable label="Results by agent" noun="Agent" nameless="Unassigned" rows={agents} empty={NONE} />
            )}
          </Loaded>
        )}
      </Card>
      <Card
        flush
        title="Categories"
        description="In business hours"
        actions={<ExportLink range={range} table="categories" />}
      >
        {!reports.isError && (
          <Loaded query={reports}>
            {({ categories }) => (
              <FiguresTable
                label="Results by category"
                noun="Category"
                nameless="No category"
                rows={categories}
                empty={NONE}
              />
            )}
          </Loaded>
        )}
      </Card>
    </>
  )
}

const NONE = <Empty icon={ChartLine}>No tickets in these days.</Empty>

const names: Record<ReportTable, string> = { agents: 'agents', categories: 'categories', trend: 'trend' }

const ExportLink = ({ range, table }: { range: ReportRange; table: ReportTable }) => (
  <a
    href={pathOf(supportDesk.exportReports.url, { query: { ...range, table } })}
    download
    aria-label={`Export CSV of the ${names[table]}`}
    className={buttonClass({ size: 'small' })}
  >
    <Download aria-hidden />
    Export CSV
  </a>
)
