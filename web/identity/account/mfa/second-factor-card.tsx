import { useState } from 'react'
import type { Account } from '#contract/identity/account.ts'
import { BACKUP_CODES } from '#contract/identity/mfa.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Badge } from '#web/ui/text/badge.tsx'

const EnableDialog = onDemand(async () => (await import('./enable-mfa-dialog.tsx')).EnableMfaDialog)
const DisableDialog = onDemand(async () => (await import('./proof-dialogs.tsx')).DisableMfaDialog)
const RenewDialog = onDemand(async () => (await import('./proof-dialogs.tsx')).RenewCodesDialog)

/** With this few codes left, losing a phone could lock the user out. */
const FEW = 3

/** Its dialogs show secrets, so a reload closes them. */
export function SecondFactorCard({ account: { user, backupCodesLeft, passkeys } }: { account: Account }) {
  const [Dialog, setDialog] = useState<typeof EnableDialog | null>(null)
  const button = (words: string, dialog: typeof EnableDialog, variant: 'primary' | 'outline' = 'outline') => (
    <Button size="small" variant={variant} {...intent(dialog)} onClick={() => setDialog(() => dialog)}>
      {words}
    </Button>
  )
  return (
    <Card
      title="Two-factor authentication"
      actions={
        user.isMfaEnabled ? (
          <>
            {button('New backup codes', RenewDialog)}
            {button('Turn off', DisableDialog)}
          </>
        ) : (
          button('Set up', EnableDialog, 'primary')
        )
      }
    >
      {user.isMfaEnabled ? <On backupCodesLeft={backupCodesLeft} hasPasskeys={passkeys.length > 0} /> : <Off />}
      {Dialog && <Dialog onClose={() => setDialog(null)} />}
    </Card>
  )
}

const Off = () => (
  <div className="grid justify-items-start gap-2">
    <Badge>Off</Badge>
    <p className="text-fg2">Require a code from your phone when you sign in.</p>
  </div>
)

const On = ({ backupCodesLeft, hasPasskeys }: { backupCodesLeft: number; hasPasskeys: boolean }) => (
  <div className="grid justify-items-start gap-2">
    <Badge tone="success">On</Badge>
    <p className="text-fg2">
      {backupCodesLeft} of {BACKUP_CODES} backup codes left.{hasPasskeys && ' Your passkeys sign in without a code.'}
    </p>
    {backupCodesLeft < FEW && (
      <Alert tone="warning">Create new ones before you run out: you need them if you lose your phone.</Alert>
    )}
  </div>
)
