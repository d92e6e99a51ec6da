import { Tag, X } from 'lucide-react'
import { useState } from 'react'
import { TOO_MANY_AT_ONCE } from '#contract/licensing/changes.ts'
import { BULK_MAX, canBulk, type BulkAction, type License } from '#contract/licensing/licenses.ts'
import { useIsOrgAdmin } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { TagDialog } from '../tags/parts.tsx'

const BulkDialog = onDemand(async () => (await import('../changes/bulk-dialog.tsx')).BulkDialog)

const labels: Record<BulkAction, string> = { revoke: 'Revoke', restore: 'Restore', delete: 'Delete', move: 'Release' }
const everyone: BulkAction[] = ['revoke', 'restore', 'move']

type Props = { chosen: License[]; onClear: () => void }

export function SelectionBar({ chosen, onClear }: Props) {
  const isOrgAdmin = useIsOrgAdmin()
  const actions: BulkAction[] = isOrgAdmin ? [...everyone, 'delete'] : everyone
  const [isTagging, setTagging] = useState(false)
  const [asking, setAsking] = useState<BulkAction | null>(null)
  const isTooMany = chosen.length > BULK_MAX
  if (chosen.length === 0) return null
  return (
    <section
      aria-label="Selected licenses"
      className="sticky bottom-3 z-20 mx-3 mb-3 flex flex-wrap items-center gap-2 rounded-xl border bg-card px-3 py-2 shadow-xl"
    >
      <output className="mr-auto pl-1 font-medium">{chosen.length} selected</output>
      {isTooMany && <span className="text-warning-fg">{TOO_MANY_AT_ONCE}</span>}
      {actions.map((action) => (
        <BulkButton key={action} {...{ action, chosen, isTooMany }} onClick={() => setAsking(action)} />
      ))}
      {isOrgAdmin && (
        <Button size="small" disabled={isTooMany} {...intent(TagDialog)} onClick={() => setTagging(true)}>
          <Tag aria-hidden />
          Tag {chosen.length}
        </Button>
      )}
      <Button variant="ghost" size="icon" aria-label="Clear selection" title="Clear selection" onClick={onClear}>
        <X aria-hidden />
      </Button>
      {isTagging && <TagDialog chosen={chosen} onClose={() => setTagging(false)} onDone={onClear} />}
      {asking && <BulkDialog action={asking} chosen={chosen} onDone={onClear} onClose={() => setAsking(null)} />}
    </section>
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
