import { useState } from 'react'
import type { BusinessHours } from '#contract/support/business-hours.ts'
import { useIsAdmin } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Fact } from '#web/ui/page/fact.tsx'
import { useBusinessHours } from './api.ts'
import { closedInWords, daysInWords } from './hours-words.ts'

const BusinessHoursDialog = onDemand(async () => (await import('./business-hours-dialog.tsx')).BusinessHoursDialog)

/** Agents read them, admins set them. */
export function BusinessHoursCard() {
  const isAdmin = useIsAdmin()
  const query = useBusinessHours()
  const [isEdited, edit] = useState(false)
  return (
    <Card
      title="Business Hours"
      description="Response targets count in these hours."
      actions={
        isAdmin &&
        query.data && (
          <Button size="small" aria-label="Edit business hours" onClick={() => edit(true)}>
            Edit
          </Button>
        )
      }
    >
      <Loaded
        query={query}
        failure={notLoaded('the business hours')}
        skeleton={<Skeleton className="h-40 rounded-lg" />}
      >
        {(hours) => <Facts {...hours} />}
      </Loaded>
      {isEdited && query.data && <BusinessHoursDialog hours={query.data} onClose={() => edit(false)} />}
    </Card>
  )
}

const Facts = (hours: BusinessHours) =>
  hours.clock === 'calendar' ? (
    <p>All hours count: nights, weekends and holidays too.</p>
  ) : (
    <dl className="grid gap-2.5">
      <Fact label="Open">
        {daysInWords(hours.days)}, {hours.opens} to {hours.closes}
      </Fact>
      <Fact label="Time zone">{hours.timeZone}</Fact>
      <Fact label="Closed on">{closedInWords(hours)}</Fact>
    </dl>
  )
