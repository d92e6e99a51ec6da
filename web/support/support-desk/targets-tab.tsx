import { BusinessHoursCard } from '#web/support/business-hours/parts.tsx'
import { TargetsCard } from './targets-card.tsx'

export const TargetsTab = () => (
  <div className="grid items-start gap-5 lg:grid-cols-2">
    <TargetsCard />
    <BusinessHoursCard />
  </div>
)
