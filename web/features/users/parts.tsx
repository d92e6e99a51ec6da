/** Accounts that wait for approval, with their button. For admins. */
export const PendingApprovals = () => null
