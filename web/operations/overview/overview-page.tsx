import { HEADINGS } from '#web/app/words/headings.ts'
import { StaffOverview } from './staff-overview.tsx'

export const OverviewPage = () => <StaffOverview {...HEADINGS['/admin/overview']} />
