import { isStaff } from '#contract/roles.ts'
import { StaffOverview } from '#web/features/overview/parts.tsx'
import { useCurrentUser } from '#web/features/session/api.ts'
import { OwnDashboard } from './own-dashboard.tsx'

export const DashboardPage = () =>
  isStaff(useCurrentUser().role) ? (
    <StaffOverview title="Admin Dashboard" noAlerts="No active alerts. All systems operational." />
  ) : (
    <OwnDashboard />
  )
