import { isStaff } from '#contract/roles.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { StaffOverview } from '#web/operations/overview/parts.tsx'
import { OwnDashboard } from './own-dashboard.tsx'

export const DashboardPage = () =>
  isStaff(useCurrentUser().role) ? (
    <StaffOverview title="Admin Dashboard" noAlerts="No active alerts. All systems operational." />
  ) : (
    <OwnDashboard />
  )
