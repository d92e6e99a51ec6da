import { onDemand } from '#web/ui/dialog/on-demand.tsx'

/** Accounts that wait for approval, with their button. For admins. */
export const PendingApprovals = onDemand(async () => (await import('./pending-approvals.tsx')).PendingApprovals)
