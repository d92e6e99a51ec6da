import { StaffOverview } from './staff-overview.tsx'

export const OverviewPage = () => <StaffOverview title="Overview" noAlerts="No recent alerts to display." />
