import { Tag, X } from 'lucide-react'
import { useState } from 'react'
import { BULK_MAX, TOO_MANY_AT_ONCE } from '#contract/licensing/changes.ts'
import { canBulk, type BulkAction, type License } from '#contract/licensing/licenses.ts'
import { useIsOrgAdmin } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { SelectedBar } from '#web/ui/table/selected-bar.tsx'
import { useCanChangeLicenses } from '../api.ts'
import { TagDialog } from '../tags/parts.tsx'

const BulkDialog = onDemand(async () => (await import('../changes/bulk-dialog.tsx')).BulkDialog)

const labels: Record<BulkAction, string> = { revoke: 'Revoke', restore: 'Restore', delete: 'Delete', move: 'Release' }
const everyone: BulkAction[] = ['revoke', 'restore', 'move']

type Question = { action: BulkAction | 'tag'; licenses: License[] }
type Props = { chosen: License[]; onClear: () => void }

/** A dialog keeps the licenses that it was opened for: a change may take them out of the filter. */
export function SelectionBar({ chosen, onClear }: Props) {
  const [asked, ask] = useState<Question | null>(null)
  const dialog = asked && { chosen: asked.licenses, onDone: onClear, onClose: () => ask(null) }
  return (
    <>
      <SelectedBar label="Selected licenses" count={chosen.length} className="flex flex-wrap items-center gap-2">
        <Choices chosen={chosen} onClear={onClear} onAsk={(action) => ask({ action, licenses: chosen })} />
      </SelectedBar>
      {dialog && asked.action === 'tag' && <TagDialog {...dialog} />}
      {dialog && asked.action !== 'tag' && <BulkDialog action={asked.action} {...dialog} />}
    </>
  )
}

function Choices({ chosen, onClear, onAsk }: Props & { onAsk: (action: Question['action']) => void }) {
  const isOrgAdmin = useIsOrgAdmin()
  const actions: BulkAction[] = isOrgAdmin ? [...everyone, 'delete'] : everyone
  const canChange = useCanChangeLicenses()
  const isTooMany = chosen.length > BULK_MAX
  return (
    <>
      <span className="mr-auto pl-1 font-medium">{chosen.length} selected</span>
      {isTooMany && <span className="text-warning-fg">{TOO_MANY_AT_ONCE}</span>}
      {canChange &&
        actions.map((action) => (
          <BulkButton key={action} {...{ action, chosen, isTooMany }} onClick={() => onAsk(action)} />
        ))}
      {isOrgAdmin && (
        <Button size="small" disabled={isTooMany} {...intent(TagDialog)} onClick={() => onAsk('tag')}>
          <Tag aria-hidden />
          Tag {chosen.length}
        </Button>
      )}
      <Button variant="ghost" size="icon" aria-label="Clear selection" title="Clear selection" onClick={onClear}>
        <X aria-hidden />
      </Button>
    </>
  )
}

type ButtonProps = { action: BulkAction; chosen: License[]; isTooMany: boolean; onClick: () => void }

function BulkButton({ action, chosen, isTooMany, onClick }: ButtonProps) {
  const count = chosen.filter(canBulk[action]).length
  if (count === 0) return null
  return (
    <Button size="small" disabled={isTooMany} {...intent(BulkDialog)} onClick={onClick}>
      {labels[action]} {count}
    </Button>
  )
}
