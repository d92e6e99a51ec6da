import { useState } from 'react'
import * as z from 'zod/mini'
import { versionName } from '#contract/releases/downloads.ts'
import { type Version, type VersionNotes, ReleaseNotesDraft } from '#contract/releases/files.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { SelectField, TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useVersionNotes } from '../api.ts'
import { useWriteNotes } from './api.ts'
import { EntriesField } from './entries-field.tsx'

/** `about`: the id of the version, or 'new' to choose one. */
type Props = { versions: readonly Version[]; about: string; onClose: () => void }

export function NotesDialog({ versions, about, onClose }: Props) {
  const notes = useVersionNotes()
  const isWritten = versions.some(({ id, hasNotes }) => id === about && hasNotes)
  return (
    <Dialog
      title={isWritten ? 'Edit Release Notes' : 'Create Release Notes'}
      description="Customers read those of the latest version on their Downloads page."
      onClose={onClose}
    >
      <Loaded query={notes} failure={notLoaded('the release notes')} skeleton={<SkeletonRows rows={12} />}>
        {(all) => <NotesFields versions={versions} notes={all} about={about} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

function NotesFields({ versions, notes, about: opened, onClose }: Props & { notes: readonly VersionNotes[] }) {
  const { mutateAsync } = useWriteNotes()
  const [versionId, setVersionId] = useState(versions.some(({ id }) => id === opened) ? opened : '')
  const choices = versions.map((version) => ({ value: version.id, label: versionName(version) }))
  const [unsaved, setUnsaved] = useState<Record<string, NotesText>>({})
  const [shown] = useState(notes)
  const before = shown.find((written) => written.versionId === versionId)
  const about = before?.versionId ?? ''
  const choose = ({ form, value }: HTMLSelectElement) => {
    if (form) setUnsaved({ ...unsaved, [about]: writtenIn(form) })
    setVersionId(value)
  }

  return (
    <Form
      schema={NotesForm}
      onSubmit={async (body, confirmed) => {
        const headers = before ? { 'if-match': before.updatedAt } : { 'if-none-match': '*' as const }
        await mutateAsync({ body, headers, confirmed })
        onClose()
      }}
      submit="Save Release Notes"
      pending="Saving…"
      cancel={onClose}
    >
      <SelectField
        name="versionId"
        label="Version"
        options={[{ value: '', label: 'Choose a version' }, ...choices]}
        value={versionId}
        onChange={({ target }) => choose(target)}
      />
      {/* Input for a version without notes stays when another such version is chosen, and is back after one with notes. */}
      <Words key={about} before={unsaved[about] ?? before} />
    </Form>
  )
}

type NotesText = Pick<VersionNotes, 'title' | 'description' | 'newFeatures' | 'improvements' | 'bugFixes'>

const Words = ({ before }: { before: NotesText | undefined }) => (
  <>
    <TextField name="title" label="Title" defaultValue={before?.title} />
    <TextareaField name="description" label="Description (optional)" rows={3} defaultValue={before?.description} />
    <EntriesField name="newFeatures" label="New Features" before={before?.newFeatures} />
    <EntriesField name="improvements" label="Improvements" before={before?.improvements} />
    <EntriesField name="bugFixes" label="Bug Fixes" before={before?.bugFixes} />
  </>
)

const asList = z.pipe(
  z.string(),
  z.transform((text) => JSON.parse(text) as string[] | undefined),
)

function writtenIn(form: HTMLFormElement): NotesText {
  const data = new FormData(form)
  const textOf = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  const listOf = (name: string) => JSON.parse(textOf(name)) as string[]
  return {
    title: textOf('title'),
    description: textOf('description'),
    newFeatures: listOf('newFeatures'),
    improvements: listOf('improvements'),
    bugFixes: listOf('bugFixes'),
  }
}

const { newFeatures, improvements, bugFixes } = ReleaseNotesDraft.shape

/** The form's lists are one text each. */
const NotesForm = z.extend(ReleaseNotesDraft, {
  newFeatures: z.pipe(asList, newFeatures),
  improvements: z.pipe(asList, improvements),
  bugFixes: z.pipe(asList, bugFixes),
})
