import * as z from 'zod/mini'
import { NewCannedReply, Placeholder, type CannedReply } from '#contract/support/canned-replies.ts'
import { TicketPriority, TicketStatus } from '#contract/support/ticket-fields.ts'
import { basedOn, useChangedValues } from '#web/app/api/changed-values.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { SelectField, TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useChangeReply, useCreateReply } from '../api.ts'
import { priorityOptions, statusOptions } from '../ticket-badges.ts'

const orNull = (value: unknown) => value || null

const ReplyFields = z.extend(NewCannedReply, {
  status: z.pipe(z.transform(orNull), z.nullable(TicketStatus)),
  priority: z.pipe(z.transform(orNull), z.nullable(TicketPriority)),
})

type Props = { reply?: CannedReply; onClose: () => void }

export function CannedReplyDialog({ reply, onClose }: Props) {
  const create = useCreateReply()
  const change = useChangeReply()
  const changesIn = useChangedValues<Partial<CannedReply>>(reply ?? {})
  const save = async (body: NewCannedReply) => {
    const changes = changesIn(body)
    if (!reply) await create.mutateAsync({ body })
    else if (changes) await change.mutateAsync({ ...basedOn(reply), body: changes })
    onClose()
  }
  const words = reply
    ? { title: 'Edit Reply', submit: 'Save', pending: 'Saving…' }
    : { title: 'Create Reply', submit: 'Create', pending: 'Creating…' }

  return (
    <Dialog title={words.title} description="All staff can insert it into a message." onClose={onClose}>
      <Form schema={ReplyFields} onSubmit={save} submit={words.submit} pending={words.pending} cancel={onClose}>
        <TextField name="title" label="Title" autoComplete="off" defaultValue={reply?.title} />
        <TextareaField name="text" label="Text" rows={8} defaultValue={reply?.text} help={<Placeholders />} />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            name="status"
            label="Set status"
            options={[{ value: '', label: 'Same status' }, ...statusOptions]}
            defaultValue={reply?.status ?? ''}
          />
          <SelectField
            name="priority"
            label="Set priority"
            options={[{ value: '', label: 'Same priority' }, ...priorityOptions]}
            defaultValue={reply?.priority ?? ''}
          />
        </div>
      </Form>
    </Dialog>
  )
}

const meanings: Record<Placeholder, string> = {
  customer: 'the customer’s first name',
  agent: 'your first name',
  ticket: 'the ticket’s number',
  product: 'the portal’s name',
}

const Placeholders = () => (
  <>
    Filled in when it is inserted:{' '}
    {Placeholder.options.map((name, place) => (
      <span key={name}>
        {place > 0 && ', '}
        <code className="font-mono text-xs text-fg">{`{${name}}`}</code> {meanings[name]}
      </span>
    ))}
    .
  </>
)
