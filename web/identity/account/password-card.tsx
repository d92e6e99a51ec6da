import { Card } from '#web/ui/page/card.tsx'
import { DialogButton } from './account-dialog.tsx'

export const PasswordCard = () => (
  <Card title="Password" actions={<DialogButton opens="password">Change password</DialogButton>}>
    <p className="text-fg2">Best is one that you use nowhere else. Changing it signs you out on every other device.</p>
  </Card>
)
