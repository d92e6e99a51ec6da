import { useState } from 'react'
import type { TicketChanges } from '#contract/support/ticket-changes.ts'
import { TicketPriority, TicketStatus } from '#contract/support/ticket-fields.ts'
import type { TicketDetail } from '#contract/support/tickets.ts'
import { useCategories } from '#web/support/support-desk/api.ts'
import { priorityOptions, statusOptions } from '#web/support/support-desk/ticket-badges.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Select, type Option } from '#web/ui/form/select.tsx'
import { useAssignees, useSetProperty } from '../api.ts'
import { useWithPending } from '../own-changes.ts'
import { differencesText } from './change-text.ts'
import { optionsOrNone, withAssignee } from './field-options.ts'

type Props = { ticket: TicketDetail }

/** Each choice is saved immediately and can be undone from its notification. */
export function TicketProperties({ ticket }: Props) {
  const { data: categories = [] } = useCategories()
  const { data: people = [] } = useAssignees()
  const { set, refused, saveAnyway, dismiss } = useProperties(ticket)
  const shown = useWithPending(ticket)
  const differences = refused && differencesText(refused.before, ticket, categories)
  return (
    <section aria-label="Properties" className="grid grid-cols-2 gap-2 @2xl/pane:grid-cols-1">
      {refused && (
        <div className="col-span-full">
          <Alert title="Someone else changed this ticket">
            <p>{differences || 'There are new messages.'} Your change isn’t saved.</p>
            <p className="flex gap-2 pt-2">
              <Button size="small" onClick={saveAnyway}>
                Save anyway
              </Button>
              <Button size="small" variant="ghost" onClick={dismiss}>
                Discard
              </Button>
            </p>
          </Alert>
        </div>
      )}
      <Property
        label="Status"
        value={shown.status}
        options={statusOptions}
        onChoose={(status) => set({ status: TicketStatus.parse(status) })}
      />
      <Property
        label="Priority"
        value={shown.priority}
        options={priorityOptions}
        onChoose={(priority) => set({ priority: TicketPriority.parse(priority) })}
      />
      <Property
        label="Assignee"
        value={shown.assigneeId ?? ''}
        options={optionsOrNone('Unassigned', withAssignee(people, ticket))}
        onChoose={(id) => set({ assigneeId: id || null })}
      />
      <Property
        label="Category"
        value={shown.categoryId ?? ''}
        options={optionsOrNone('No category', categories)}
        onChoose={(id) => set({ categoryId: id || null })}
      />
    </section>
  )
}

type RefusedChange = { before: TicketDetail; changes: TicketChanges }

/** A change that was refused because of a colleague's is kept, to be saved again after the difference was shown. */
function useProperties(ticket: TicketDetail) {
  const [refused, setRefused] = useState<RefusedChange>()
  const setProperty = useSetProperty(ticket)
  const set = (changes: TicketChanges) => setProperty(changes, () => setRefused({ before: ticket, changes }))
  const dismiss = () => setRefused(undefined)
  const saveAnyway = () => {
    dismiss()
    if (refused) set(refused.changes)
  }
  return { set, refused, saveAnyway, dismiss }
}

type PropertyProps = { label: string; value: string; options: readonly Option[]; onChoose: (value: string) => void }

const Property = ({ label, value, options, onChoose }: PropertyProps) => (
  <label className="grid min-w-0 gap-0.5 text-xs font-medium text-fg2">
    {label}
    <Select
      options={options}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
      className="text-sm font-normal text-fg"
    />
  </label>
)
