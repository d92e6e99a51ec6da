import { PageSkeleton } from '#web/app/parts/page-skeleton.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'

export const AdminBilling = onDemand(async () => (await import('./admin-billing.tsx')).AdminBilling, <PageSkeleton />)
