import { REPORT_DAYS, type SupportReport } from '#contract/support/support-desk.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Figure } from '#web/ui/page/figure.tsx'
import { inHours } from '#web/ui/text/duration.ts'
import { useSupportReport } from './api.ts'

export const ReportCard = () => (
  <Card title={`Last ${REPORT_DAYS} Days`} description="Support results for all customers, in business hours.">
    <Loaded
      query={useSupportReport()}
      failure="Failed to load the support report. Please try again."
      skeleton={<Skeleton className="h-58 rounded-lg" />}
    >
      {(report) => <Figures {...report} />}
    </Loaded>
  </Card>
)

const Figures = (report: SupportReport) => (
  <dl className="grid gap-2.5">
    <Figure name="Median first response" hint={report.medianFirstResponse === null && 'No tickets answered.'}>
      {shown(report.medianFirstResponse, inHours)}
    </Figure>
    <Figure name="First responses in time" hint={report.firstResponsesInTime === null && 'None were due.'}>
      {shown(report.firstResponsesInTime, inPercent)}
    </Figure>
    <Figure name="Median resolution" hint={report.medianResolution === null && 'No tickets resolved.'}>
      {shown(report.medianResolution, inHours)}
    </Figure>
    <Figure name="Resolutions in time" hint={report.resolutionsInTime === null && 'None were due.'}>
      {shown(report.resolutionsInTime, inPercent)}
    </Figure>
    <Figure name="Satisfaction" hint={ratingsOf(report)}>
      {shown(report.averageRating, (rating) => `${rating.toFixed(1)} of 5`)}
    </Figure>
  </dl>
)

const shown = (value: number | null, format: (value: number) => string) => (value === null ? '–' : format(value))

/** Rounds down, so that only a full share shows 100%. */
const inPercent = (share: number) => `${Math.floor(share * 100)}%`

function ratingsOf({ ratings }: SupportReport) {
  if (ratings === 0) return 'No ratings.'
  return ratings === 1 ? '1 rating' : `${ratings} ratings`
}
