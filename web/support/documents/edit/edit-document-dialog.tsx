import type { Document, NewDocument } from '#contract/support/documents.ts'
import type { Confirmed } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { basedOn, useChangeDocument } from '../api.ts'
import { DocumentFields } from './document-form.tsx'

type Props = { document: Document; onClose: () => void }

export function EditDocumentDialog({ document, onClose }: Props) {
  const { mutateAsync } = useChangeDocument()

  const save = async (body: NewDocument, confirmed: Confirmed) => {
    await mutateAsync({ ...basedOn(document), body, confirmed })
    onClose()
  }

  return (
    <Dialog size="wide" title="Edit Document" description={document.title} onClose={onClose}>
      <DocumentFields
        document={document}
        published="Published"
        submit="Save"
        pending="Saving…"
        onSave={save}
        onClose={onClose}
      />
    </Dialog>
  )
}
