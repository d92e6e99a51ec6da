import * as z from 'zod/mini'
import { TicketDescription, TicketPriority, TicketTitle } from '#contract/support/ticket-fields.ts'
import { CUSTOMER_REQUIRED, type NewTicket } from '#contract/support/tickets.ts'
import { useDraft } from '#web/app/parts/drafts.ts'
import { useIsStaff } from '#web/identity/session/api.ts'
import { DocumentSuggestions } from '#web/support/documents/parts.tsx'
import { priorityOptions } from '#web/support/support-desk/ticket-badges.ts'
import { Button } from '#web/ui/button/button.tsx'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { SelectField, TextareaField } from '#web/ui/form/fields.tsx'
import type { FieldErrors } from '#web/ui/form/form-state.ts'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useCreateTicket } from '../api.ts'
import { AttachmentsField } from '../attachments/attachments-field.tsx'
import { useAttachments } from '../attachments/use-attachments.ts'
import { CustomerField } from './customer-field.tsx'

const fields = {
  title: TicketTitle,
  description: TicketDescription,
  priority: TicketPriority,
} satisfies Record<Exclude<keyof NewTicket, 'attachments' | 'customerId'>, unknown>

const OwnTicket = z.object(fields)
const CustomersTicket = z.extend(OwnTicket, { customerId: z.uuid(CUSTOMER_REQUIRED) })

type EnteredTicket = z.infer<typeof OwnTicket> & { customerId?: string }

type Props = { title: string; onClose: () => void }

export function NewTicketDialog({ title, onClose }: Props) {
  const isStaff = useIsStaff()
  return (
    <Dialog
      title="New Ticket"
      description={
        isStaff
          ? 'For a customer, who gets an email and can reply.'
          : 'Tell us what happened and what you expected. We’ll email you when we reply.'
      }
      onClose={onClose}
    >
      <NewTicketForm key={title} title={title} isStaff={isStaff} onClose={onClose} />
    </Dialog>
  )
}

function NewTicketForm({ title, isStaff, onClose }: Props & { isStaff: boolean }) {
  const empty = { title, description: '', priority: 'medium', customer: '' }
  const { draft, isKept, change, drop, dropInAllTabs } = useDraft(`ticket ${title}`, empty)
  const attachments = useAttachments()
  const { mutateAsync } = useCreateTicket()

  const save = async (entered: EnteredTicket, confirmed: Confirmation) => {
    const files = await attachments.finish()
    await mutateAsync({ body: { ...entered, attachments: files }, confirmed }).catch(attachments.showRefused)
    dropInAllTabs()
    onClose()
  }

  return (
    <div {...attachments.dropZone}>
      <Form
        schema={isStaff ? CustomersTicket : OwnTicket}
        onSubmit={save}
        onInvalid={showInvalid}
        isKept
        isStoppable={attachments.isSending}
        submit="Create Ticket"
        pending={attachments.isSending ? 'Uploading…' : 'Creating…'}
        cancel={onClose}
        secondary={isKept && <DraftNote onDrop={drop} />}
      >
        {isStaff && <CustomerField value={draft.customer} onChange={(customer) => change({ customer })} />}
        <TextField
          name="title"
          label="Title"
          value={draft.title}
          onChange={({ target }) => change({ title: target.value })}
        />
        <SelectField
          name="priority"
          label="Priority"
          options={priorityOptions}
          value={draft.priority}
          onChange={({ target }) => change({ priority: target.value })}
        />
        <div className="min-w-0 [&_section]:mt-2">
          <TextareaField
            name="description"
            label="Description"
            rows={6}
            value={draft.description}
            onChange={({ target }) => change({ description: target.value })}
          />
          {!isStaff && <DocumentSuggestions question={draft.title} />}
        </div>
        <AttachmentsField attachments={attachments} />
      </Form>
    </div>
  )
}

const DraftNote = ({ onDrop }: { onDrop: () => void }) => (
  <span className="order-first mr-auto flex items-center gap-2 text-[13px] text-fg2">
    <output>Draft saved</output>
    <Button variant="link" size="inline" onClick={onDrop}>
      Discard draft
    </Button>
  </span>
)

function showInvalid({ title, description, ...others }: FieldErrors) {
  const problem = title ?? description ?? Object.values(others)[0]
  toast({ title: 'Validation error', description: problem, tone: 'destructive' })
}
