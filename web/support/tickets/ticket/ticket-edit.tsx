import * as z from 'zod/mini'
import { useState } from 'react'
import type { TicketCategory } from '#contract/support/categories.ts'
import { TicketPriority, TicketStatus } from '#contract/support/ticket-fields.ts'
import type { TicketDetail } from '#contract/support/tickets.ts'
import { basedOn, changedValues } from '#web/app/api/changed-values.ts'
import { useCategories } from '#web/support/support-desk/api.ts'
import { priorityOptions, statusOptions } from '#web/support/support-desk/ticket-badges.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { focusOnShow } from '#web/ui/dialog/focus-on-show.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { SelectField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useAssignees, useChangeTicket } from '../api.ts'
import { differencesText, type TicketFields } from './change-text.ts'
import { optionsOrNone, withAssignee } from './field-options.ts'

const orNone = z.pipe(
  z.string(),
  z.transform((value) => value || null),
)

const Fields = z.object({ status: TicketStatus, priority: TicketPriority, categoryId: orNone, assigneeId: orNone })

type Props = { ticket: TicketDetail; onDone: () => void }

/** Waits for the lists: a select whose options load later would lose its value. */
export function TicketEdit(props: Props) {
  const categories = useCategories()
  const assignees = useAssignees()
  return (
    <Loaded query={categories} failure={notLoaded('the categories')}>
      {(known) => (
        <Loaded query={assignees} failure={notLoaded('the assignees')}>
          {(people) => <EditForm {...props} categories={known} people={people} />}
        </Loaded>
      )}
    </Loaded>
  )
}

type FormProps = Props & { categories: TicketCategory[]; people: { id: string; name: string }[] }

/** Sends only the changed fields. After a conflict was shown, saving again overwrites. */
function EditForm({ ticket, onDone, categories, people }: FormProps) {
  const [opened] = useState(ticket)
  const [status, setStatus] = useState<string>(opened.status)
  const [isWarned, setWarned] = useState(false)
  const { mutateAsync } = useChangeTicket(ticket.id)
  const differences = differencesText(opened, ticket, categories)

  const save = async (fields: TicketFields, confirmed: Confirmation) => {
    const body = changedValues(opened, fields)
    if (!body) return onDone()
    try {
      // A new message from the customer changes none of these fields.
      await mutateAsync({ ...basedOn(isWarned || !differences ? ticket : opened), body, confirmed })
    } catch (error) {
      setWarned(true)
      throw error
    }
    onDone()
  }

  return (
    <Form schema={Fields} onSubmit={save} submit="Save" pending="Saving…" cancel={onDone} className="sm:grid-cols-2">
      {differences && (
        <div className="col-span-full">
          <Alert title="Someone else changed this ticket">{differences}</Alert>
        </div>
      )}
      <SelectField
        name="status"
        label="Status"
        options={statusOptions}
        help={status === 'resolved' && opened.status !== status && 'We email the customer that it is resolved.'}
        defaultValue={opened.status}
        onChange={({ target }) => setStatus(target.value)}
        ref={focusOnShow}
      />
      <SelectField name="priority" label="Priority" options={priorityOptions} defaultValue={opened.priority} />
      <SelectField
        name="categoryId"
        label="Category"
        options={optionsOrNone('No category', categories)}
        defaultValue={opened.categoryId ?? ''}
      />
      <SelectField
        name="assigneeId"
        label="Assignee"
        options={optionsOrNone('Unassigned', withAssignee(people, opened))}
        defaultValue={opened.assigneeId ?? ''}
      />
    </Form>
  )
}
