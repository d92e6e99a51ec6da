import type { SavedView } from '#contract/support/inbox.ts'
import { useRemoveView } from '#web/support/inbox/api.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'

type Props = { view: SavedView; onClose: () => void }

export function RemoveViewDialog({ view: { id, name }, onClose }: Props) {
  const { mutateAsync } = useRemoveView()
  return (
    <ConfirmDialog
      title={`Delete view “${name}”?`}
      description="The tickets in it don’t change."
      confirm="Delete"
      pending="Deleting…"
      onConfirm={() => mutateAsync({ params: { id } })}
      onClose={onClose}
    />
  )
}
