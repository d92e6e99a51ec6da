import { NOT_COMPARABLE, isComparable, type Version } from '#contract/releases/files.ts'
import { formatSize } from '#contract/quantities.ts'
import { setUrl } from '#web/app/url-state.ts'
import { ReleaseLists } from '#web/releases/downloads/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Fact } from '#web/ui/page/fact.tsx'
import { useVersionNotes } from '../api.ts'

export const FileFact = ({ fileName, fileSize, sha256, hasFile }: Version) => (
  <Fact label="File" className="sm:col-span-2">
    {hasFile ? `${fileName} · ${formatSize(fileSize)}` : 'No file yet'}
    {sha256 && <code className="block font-mono text-xs font-normal break-all text-fg2">SHA-256 {sha256}</code>}
  </Fact>
)

/** The notes as customers read them. They are written in a dialog above this one, so that its input stays. */
export function NotesPreview({ version: { id, hasNotes } }: { version: Version }) {
  const notes = useVersionNotes().data?.find(({ versionId }) => versionId === id)
  const edit = () => setUrl({ notes: id }, { replace: false })
  if (!notes && !hasNotes)
    return (
      <Alert tone="warning">
        It has no release notes.{' '}
        <Button variant="ghost" size="small" onClick={edit}>
          Write Release Notes
        </Button>
      </Alert>
    )
  return (
    <details className="rounded-lg border px-4 py-3">
      <summary className="cursor-pointer font-medium">Release notes: {notes?.title}</summary>
      {notes && (
        <div className="mt-3 grid gap-3">
          {notes.description && <p className="whitespace-pre-line">{notes.description}</p>}
          <ReleaseLists notes={notes} />
        </div>
      )}
      <Button size="small" className="mt-3" onClick={edit}>
        Edit Release Notes
      </Button>
    </details>
  )
}

export const NotOrdered = ({ version }: Pick<Version, 'version'>) =>
  isComparable(version) ? null : <Alert tone="warning">{NOT_COMPARABLE}.</Alert>
