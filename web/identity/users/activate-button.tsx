import { fullName, type User } from '#contract/identity/session.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'

export const UserDialog = onDemand(async () => (await import('./dialogs/user-dialog.tsx')).UserDialog)

/** Beside it, where the row has no menu. */
export const DeclineButton = ({ user, onClick }: { user: User; onClick: () => void }) => (
  <Button
    size="small"
    variant="ghost"
    aria-label={`Decline ${fullName(user)}`}
    {...intent(UserDialog)}
    onClick={onClick}
  >
    Decline
  </Button>
)

/** The list renders the dialog, because it may re-render the row. */
export const ActivateButton = ({ user, onClick }: { user: User; onClick: () => void }) => (
  <Button size="small" aria-label={`Activate ${fullName(user)}`} {...intent(UserDialog)} onClick={onClick}>
    Activate
  </Button>
)
