import { useLocation } from 'wouter'
import { formatAgo, formatDateTime, formatInstant } from '#contract/dates.ts'
import type { SupportQueue } from '#contract/operations/overview.ts'
import { links } from '#web/app/links.ts'
import { Button } from '#web/ui/button/button.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Figure } from '#web/ui/page/figure.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { inHours } from '#web/ui/text/duration.ts'
import { useOverview } from './api.ts'
import { Unavailable } from './unavailable.tsx'

export function QueueCard() {
  const [, navigate] = useLocation()
  return (
    <Card title="Support Queue">
      <Loaded
        query={useOverview()}
        failure={notLoaded('the support queue')}
        skeleton={<Skeleton className="h-46 rounded-lg" />}
      >
        {({ queue }) => (queue ? <Figures {...queue} /> : <Unavailable />)}
      </Loaded>
      <Button className="mt-4 w-full" onClick={() => navigate(links.support)}>
        Open Support Dashboard
      </Button>
    </Card>
  )
}

const Figures = ({ open, inProgress, waiting, oldestUnansweredAt, medianFirstResponse }: SupportQueue) => (
  <dl className="grid gap-2.5">
    <Figure name="Open">{open}</Figure>
    <Figure name="In progress">{inProgress}</Figure>
    <Figure name="Waiting for the customer">{waiting}</Figure>
    <Figure name="Oldest unanswered">{oldestUnansweredAt ? <Since instant={oldestUnansweredAt} /> : 'None'}</Figure>
    <Figure name="Median first response" hint="Last 30 days">
      {medianFirstResponse === null ? 'No answers' : inHours(medianFirstResponse)}
    </Figure>
  </dl>
)

const Since = ({ instant }: { instant: string }) => (
  <>
    {formatAgo(instant)}
    <span className="block text-[13px] font-normal text-fg2">
      <DateText value={instant} format={formatDateTime} full={formatInstant} />
    </span>
  </>
)
