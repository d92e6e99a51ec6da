import { fullName, type User } from '#contract/identity/session.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'

export const UserDialog = onDemand(async () => (await import('./user-dialog.tsx')).UserDialog)

/** The list renders the dialog, because it may re-render the row. */
export const ActivateButton = ({ user, onClick }: { user: User; onClick: () => void }) => (
  <Button size="small" aria-label={`Activate ${fullName(user)}`} {...intent(UserDialog)} onClick={onClick}>
    Activate
  </Button>
)
