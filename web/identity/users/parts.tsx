import { onDemand } from '#web/ui/dialog/on-demand.tsx'

export const PendingApprovals = onDemand(async () => (await import('./pending-approvals.tsx')).PendingApprovals)

export const ApprovalDialog = onDemand(async () => (await import('./dialogs/approval-dialog.tsx')).ApprovalDialog)
