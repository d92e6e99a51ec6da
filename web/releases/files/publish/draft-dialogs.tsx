import { versionName } from '#contract/releases/downloads.ts'
import type { Version } from '#contract/releases/files.ts'
import { useCancelSchedule, useDeleteDraft } from '#web/releases/publications/api.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'

type Props = { version: Version; onClose: () => void }

export function DeleteDraftDialog({ version, onClose }: Props) {
  const { mutateAsync } = useDeleteDraft()
  return (
    <ConfirmDialog
      title={`Delete the draft ${versionName(version)}?`}
      description="Its file and release notes are deleted too. Customers have never seen it."
      confirm="Delete Draft"
      pending="Deleting…"
      onConfirm={(confirmed) => mutateAsync({ params: { id: version.id }, confirmed })}
      onClose={onClose}
    />
  )
}

export function CancelScheduleDialog({ version, onClose }: Props) {
  const { mutateAsync } = useCancelSchedule()
  return (
    <ConfirmDialog
      title={`Cancel the schedule of ${versionName(version)}?`}
      description="It becomes a draft again, and nothing is published at that time."
      confirm="Cancel Schedule"
      cancel="Keep Schedule"
      tone="primary"
      onConfirm={(confirmed) => mutateAsync({ params: { id: version.id }, confirmed })}
      onClose={onClose}
    />
  )
}
