import { PageSkeleton } from '#web/app/parts/page-skeleton.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'

/** Loaded on demand, so customers never download it. */
export const AdminBilling = onDemand(async () => (await import('./admin-billing.tsx')).AdminBilling, <PageSkeleton />)
