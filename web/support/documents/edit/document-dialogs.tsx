import * as z from 'zod/mini'
import { NewDocument, Tags, type Document } from '#contract/support/documents.ts'
import { basedOn, useChangedValues } from '#web/app/api/changed-values.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { CheckboxField, SelectField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { commaSeparated } from '#web/ui/form/form-values.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useChangeDocument, useDeleteDocument, useCreateDocument } from '../api.ts'
import { typeOptions } from '../document-badges.tsx'
import { ContentField } from './content-field.tsx'

export function NewDocumentDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useCreateDocument()

  const create = async (body: NewDocument, confirmed: Confirmation) => {
    await mutateAsync({ body, confirmed })
    onClose()
  }

  return (
    <Dialog size="wide" title="New Document" description="Stays a draft until you publish it." onClose={onClose}>
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

type EditProps = { document: Document; onClose: () => void }

export function EditDocumentDialog({ document, onClose }: EditProps) {
  const { mutateAsync } = useChangeDocument()
  const changesIn = useChangedValues(document)

  const save = async (typed: NewDocument, confirmed: Confirmation) => {
    const body = changesIn(typed)
    if (body) await mutateAsync({ ...basedOn(document), body, confirmed })
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

export function DeleteDocumentDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const { mutateAsync } = useDeleteDocument()
  return (
    <ConfirmDialog
      title={`Delete “${document.title}”?`}
      description="Links to it will stop working. This action cannot be undone."
      confirm="Delete"
      pending="Deleting…"
      onConfirm={(confirmed) => mutateAsync({ params: { id: document.id }, confirmed })}
      onClose={onClose}
    />
  )
}

/** Tags are typed as one line. */
const DocumentForm = z.object({
  ...NewDocument.shape,
  tags: z.pipe(z.pipe(z.string(), z.transform(commaSeparated)), Tags),
})

type FieldsProps = {
  document?: Document
  /** Label of the checkbox that publishes the document. */
  published: string
  submit: string
  pending: string
  onSave: (document: NewDocument, confirmed: Confirmation) => unknown
  onClose: () => void
}

const DocumentFields = ({ document, published, onSave, onClose, ...words }: FieldsProps) => (
  <Form schema={DocumentForm} onSubmit={onSave} cancel={onClose} {...words}>
    <div className="grid gap-4 sm:grid-cols-[1fr_12rem]">
      <TextField name="title" label="Title" autoComplete="off" defaultValue={document?.title} />
      <SelectField name="type" label="Type" options={typeOptions} defaultValue={document?.type ?? 'doc'} />
    </div>
    <ContentField written={document?.content} />
    <TextField
      name="tags"
      label="Tags"
      help="Separated by commas"
      autoComplete="off"
      defaultValue={document?.tags.join(', ')}
    />
    <CheckboxField name="published" label={published} defaultChecked={document?.published} />
  </Form>
)
