import type { NewDocument } from '#contract/support/documents.ts'
import type { Confirmed } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { useCreateDocument } from '../api.ts'
import { DocumentFields } from './document-form.tsx'

export function NewDocumentDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useCreateDocument()

  const create = async (body: NewDocument, confirmed: Confirmed) => {
    await mutateAsync({ body, confirmed })
    onClose()
  }

  return (
    <Dialog size="wide" title="New Document" description="A draft until it is published." onClose={onClose}>
      <DocumentFields
        published="Publish immediately"
        submit="Create Document"
        pending="Creating…"
        onSave={create}
        onClose={onClose}
      />
    </Dialog>
  )
}
