import type { Document } from '#contract/support/documents.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useDeleteDocument } from '../api.ts'

export function DeleteDocumentDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const { mutateAsync } = useDeleteDocument()
  return (
    <ConfirmDialog
      title={`Delete “${document.title}”?`}
      description="Links to it will lead nowhere. This action cannot be undone."
      confirm="Delete"
      pending="Deleting…"
      onConfirm={(confirmed) => mutateAsync({ params: { id: document.id }, confirmed })}
      onClose={onClose}
    />
  )
}
