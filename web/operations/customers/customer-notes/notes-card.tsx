import { useState } from 'react'
import { formatDateTime, formatInstant } from '#contract/dates.ts'
import { canChangeNote, NoteDraft, type CustomerNote } from '#contract/operations/customer-notes.ts'
import { useDraft } from '#web/app/parts/drafts.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { focusOnShow } from '#web/ui/dialog/focus-on-show.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { RowActions } from '#web/ui/table/table-row.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { useCreateNote, useNotes } from './api.ts'
import type { NoteAction } from './note-dialogs.tsx'

const NoteDialog = onDemand(async () => (await import('./note-dialogs.tsx')).NoteDialog)

type OpenDialog = { action: NoteAction; note: CustomerNote }

export function NotesCard({ id }: { id: string }) {
  const notes = useNotes(id)
  const [opened, open] = useState<OpenDialog | null>(null)
  return (
    <Card title="Internal notes" description="Only staff can see them.">
      <div className="grid gap-4">
        <NewNote id={id} />
        <Loaded query={notes} failure={notLoaded('the notes')} skeleton={null}>
          {({ rows }) =>
            rows.length > 0 && (
              <ul aria-label="Notes" className="grid gap-4 border-t pt-4">
                {rows.map((note) => (
                  <Note key={note.id} note={note} onOpen={(action) => open({ action, note })} />
                ))}
              </ul>
            )
          }
        </Loaded>
        {notes.hasNextPage && (
          <Button size="small" isPending={notes.isFetching} onClick={() => void notes.fetchNextPage()}>
            Show older notes
          </Button>
        )}
      </div>
      {opened && <NoteDialog {...opened} customerId={id} onClose={() => open(null)} />}
    </Card>
  )
}

/** Empty and focused again after each note. */
function NewNote({ id }: { id: string }) {
  const { mutateAsync } = useCreateNote()
  const [written, setWritten] = useState(0)
  const { draft, change, dropInAllTabs } = useDraft(`note ${id}`, NO_NOTE)
  const save = async (body: NoteDraft) => {
    await mutateAsync({ params: { id }, body })
    dropInAllTabs()
    setWritten(written + 1)
  }
  return (
    <Form key={written} schema={NoteDraft} onSubmit={save} submit="Add Note" submitLook="outline" pending="Adding…">
      <TextareaField
        name="text"
        label="New note"
        rows={2}
        value={draft.text}
        onChange={({ target }) => change({ text: target.value })}
        ref={written > 0 ? focusOnShow : undefined}
      />
    </Form>
  )
}

const NO_NOTE = { text: '' }

function Note({ note, onOpen }: { note: CustomerNote; onOpen: (action: NoteAction) => void }) {
  const user = useCurrentUser()
  const { text, authorName, createdAt, updatedAt } = note
  return (
    <li className="grid gap-1">
      <div className="flex min-h-8 items-center justify-between gap-2 text-[13px] text-fg2">
        <span>
          <span className="block font-medium text-fg">{authorName}</span>
          <DateText value={createdAt} format={formatDateTime} full={formatInstant} />
          {updatedAt > createdAt && ' · changed'}
        </span>
        {canChangeNote(note, user) && (
          <RowActions
            name={`the note of ${authorName}`}
            items={[
              { label: 'Edit', onSelect: () => onOpen('edit') },
              { label: 'Delete', tone: 'danger', onSelect: () => onOpen('delete') },
            ]}
          />
        )}
      </div>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
    </li>
  )
}
