import * as z from 'zod/mini'
import { NewDocument, Tags, tagsIn, type Document } from '#contract/support/documents.ts'
import type { Confirmed } from '#web/ui/dialog/confirmed.ts'
import { CheckboxField, SelectField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { typeOptions } from '../document-type.tsx'
import { ContentField } from './content-field.tsx'

/** Tags are typed as one line. */
const DocumentForm = z.object({
  ...NewDocument.shape,
  tags: z.pipe(z.pipe(z.string(), z.transform(tagsIn)), Tags),
})

type Props = {
  /** What is written already. */
  document?: Document
  /** What the box that makes it readable for everyone is called. */
  published: string
  submit: string
  pending: string
  onSave: (document: NewDocument, confirmed: Confirmed) => unknown
  onClose: () => void
}

/** Writes a new document, or changes one. */
export const DocumentFields = ({ document, published, onSave, onClose, ...words }: Props) => (
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
