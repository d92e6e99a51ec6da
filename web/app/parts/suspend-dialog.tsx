import * as z from 'zod/mini'
import { SuspensionReason } from '#contract/identity/session.ts'
import { NOTE_MAX } from '#contract/operations/customer-notes.ts'
import { optionalParagraph } from '#contract/text.ts'
import { REASON_FOR_STAFF } from '#web/app/words/staff-only.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'

const Suspending = z.extend(SuspensionReason, { note: optionalParagraph(NOTE_MAX) })
type Suspending = z.infer<typeof Suspending>

type Props = {
  name: string
  description: string
  /** Organizations have internal notes. */
  hasNote?: boolean
  onSuspend: (suspending: Suspending, confirmed: Confirmation) => Promise<unknown>
  onClose: () => void
}

export function SuspendDialog({ name, description, hasNote, onSuspend, onClose }: Props) {
  const save = async (suspending: Suspending, confirmed: Confirmation) => {
    await onSuspend(suspending, confirmed)
    onClose()
  }
  return (
    <Dialog size="small" title={`Suspend ${name}?`} description={description} onClose={onClose}>
      <Form
        schema={Suspending}
        onSubmit={save}
        submit="Suspend"
        submitLook="danger"
        pending="Suspending…"
        cancel={onClose}
      >
        <TextareaField name="reason" label="Reason" rows={3} help={REASON_FOR_STAFF} />
        {hasNote && (
          <TextareaField
            name="note"
            label="Internal note (optional)"
            rows={3}
            help="Kept with the notes about this customer."
          />
        )}
      </Form>
    </Dialog>
  )
}
