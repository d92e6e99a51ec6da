import type { ReactNode } from 'react'
import type { Account } from '#contract/identity/account.ts'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'

const ProfileDialog = onDemand(async () => (await import('./edit-dialogs.tsx')).ProfileDialog)
const EmailDialog = onDemand(async () => (await import('./edit-dialogs.tsx')).EmailDialog)
const PasswordDialog = onDemand(async () => (await import('./edit-dialogs.tsx')).PasswordDialog)

const dialogs = { profile: ProfileDialog, email: EmailDialog, password: PasswordDialog }
type DialogName = keyof typeof dialogs
const isDialog = (name: string): name is DialogName => Object.hasOwn(dialogs, name)

const close = () => setUrl({ edit: null })

export function AccountDialog({ account }: { account: Account }) {
  const [name] = useUrlState('edit')
  if (!isDialog(name)) return null
  const Dialog = dialogs[name]
  return <Dialog account={account} onClose={close} />
}

export const DialogButton = ({ opens, children }: { opens: DialogName; children: ReactNode }) => (
  <Button size="small" {...intent(dialogs[opens])} onClick={() => setUrl({ edit: opens }, { replace: false })}>
    {children}
  </Button>
)
