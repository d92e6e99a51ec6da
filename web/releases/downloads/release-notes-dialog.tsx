import { formatDate } from '#contract/dates.ts'
import type { ReleaseNotes } from '#contract/releases/downloads.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { ReleaseLists } from './parts.tsx'

export const ReleaseNotesDialog = ({ notes, onClose }: { notes: ReleaseNotes; onClose: () => void }) => (
  <Dialog
    title={notes.title}
    description={`Version ${notes.version}, ${formatDate(notes.createdAt)}`}
    size="medium"
    onClose={onClose}
  >
    {notes.description && <p className="mb-4 whitespace-pre-line">{notes.description}</p>}
    <ReleaseLists notes={notes} />
  </Dialog>
)
