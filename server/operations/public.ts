// All that the rest of the server and the demo world use of this area.

export { auditRoutes } from './audit/routes.ts'
export { configRoutes } from './config/routes.ts'
export { dashboardRoutes } from './dashboard/routes.ts'
export { recordTotals } from './dashboard/totals.ts'
export { recordUsage } from './dashboard/usage.ts'
export { jobRoutes } from './jobs/routes.ts'
export { organizationSuspended } from './organizations/letters.ts'
export { organizationRoutes } from './organizations/routes.ts'
export { outboxRoutes } from './outbox/routes.ts'
export { overviewRoutes } from './overview/routes.ts'
export { searchRoutes } from './search/routes.ts'
