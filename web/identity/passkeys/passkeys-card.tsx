import { KeyRound, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatAgo, formatDate, formatInstant } from '#contract/dates.ts'
import { MOST_PASSKEYS, TOO_MANY_PASSKEYS, type Passkey } from '#contract/identity/passkeys.ts'
import { canUsePasskeys } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { RowActions } from '#web/ui/table/table-row.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'

const AddDialog = onDemand(async () => (await import('./add-passkey-dialog.tsx')).AddPasskeyDialog)
const RenameDialog = onDemand(async () => (await import('./passkey-dialogs.tsx')).RenamePasskeyDialog)
const RemoveDialog = onDemand(async () => (await import('./passkey-dialogs.tsx')).RemovePasskeyDialog)

export const PasskeysCard = ({ passkeys }: { passkeys: Passkey[] }) => (
  <Card
    title="Passkeys"
    description="Sign in with your fingerprint, face or screen lock, without a password and a code."
    actions={canUsePasskeys() && passkeys.length < MOST_PASSKEYS && <AddButton />}
  >
    {passkeys.length > 0 ? (
      <ul className="grid divide-y">
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
    ) : (
      <p className="text-fg2">{canUsePasskeys() ? 'No passkeys yet.' : 'Passkeys don’t work in this browser.'}</p>
    )}
    {passkeys.length >= MOST_PASSKEYS && <p className="text-fg2">{TOO_MANY_PASSKEYS}</p>}
  </Card>
)

function AddButton() {
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <Button size="small" {...intent(AddDialog)} onClick={() => setAdding(true)}>
        Add passkey
      </Button>
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const [Dialog, setDialog] = useState<typeof RenameDialog | null>(null)
  const { name, isSynced, createdAt, lastUsedAt } = passkey
  const items = [
    { label: 'Rename', icon: Pencil, onSelect: () => setDialog(() => RenameDialog) },
    { label: 'Remove', icon: Trash2, tone: 'danger' as const, onSelect: () => setDialog(() => RemoveDialog) },
  ]
  return (
    <li className="flex items-center gap-x-3 py-3 first:pt-0 last:pb-0">
      <KeyRound aria-hidden className="size-5 shrink-0 text-fg2" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
          <span className="min-w-0">{name}</span>
          {isSynced && <Badge>Synced</Badge>}
        </p>
        <p className="text-[13px] text-fg2">
          Added <DateText value={createdAt} format={formatDate} full={formatInstant} /> ·{' '}
          {lastUsedAt ? (
            <>
              Last used <DateText value={lastUsedAt} format={formatAgo} full={formatInstant} />
            </>
          ) : (
            'Never used'
          )}
        </p>
      </div>
      <RowActions name={name} items={items} />
      {Dialog && <Dialog passkey={passkey} onClose={() => setDialog(null)} />}
    </li>
  )
}
