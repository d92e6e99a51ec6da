import { BusinessHoursCard } from '#web/support/business-hours/parts.tsx'
import { CannedRepliesCard } from './canned-replies/canned-replies-card.tsx'
import { CategoriesCard } from './categories/categories-card.tsx'
import { ReportCard } from './report-card.tsx'
import { TargetsCard } from './targets-card.tsx'

export const CategoriesTab = () => (
  <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
    <div className="grid min-w-0 gap-5">
      <CategoriesCard />
      <CannedRepliesCard />
    </div>
    <div className="grid min-w-0 gap-5">
      <ReportCard />
      <TargetsCard />
      <BusinessHoursCard />
    </div>
  </div>
)
