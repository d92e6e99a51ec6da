import { isStaff } from '#contract/roles.ts'
import { useCurrentUser } from '#web/features/session/api.ts'
import { OwnDashboard } from './own-dashboard.tsx'
import { StaffDashboard } from './staff-dashboard.tsx'

export const DashboardPage = () =>
  isStaff(useCurrentUser().role) ? (
    <StaffDashboard title="Admin Dashboard" noAlerts="No active alerts. All systems operational." />
  ) : (
    <OwnDashboard />
  )
