import type { Account } from '#contract/identity/account.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DialogButton } from './account-dialog.tsx'
import { useKeepEmail, useMailVerification } from './api.ts'

export const EmailCard = ({ account: { user, pendingEmail } }: { account: Account }) => (
  <Card
    title="Email"
    actions={
      <>
        {!user.isEmailVerified && <ResendButton />}
        <DialogButton opens="email">Change email</DialogButton>
      </>
    }
  >
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 break-words">{user.email}</span>
        {user.isEmailVerified ? <Badge tone="success">Verified</Badge> : <Badge tone="warning">Not verified</Badge>}
      </p>
      {pendingEmail && <Pending email={pendingEmail} />}
    </div>
  </Card>
)

function ResendButton() {
  const resend = useMailVerification()
  return (
    <Button size="small" isPending={resend.isPending} onClick={() => resend.mutate({})}>
      Resend link
    </Button>
  )
}

function Pending({ email }: { email: string }) {
  const keep = useKeepEmail()
  return (
    <Alert
      action={
        <Button size="small" isPending={keep.isPending} onClick={() => keep.mutate({})}>
          Withdraw
        </Button>
      }
    >
      <p className="break-words">Waiting for {email}. Your address changes when you open the link we sent there.</p>
    </Alert>
  )
}
