import type { ReleaseNotes } from '#contract/releases/downloads.ts'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { useReleaseNotes } from './api.ts'
import { ReleaseLists } from './parts.tsx'

const ReleaseNotesDialog = onDemand(async () => (await import('./release-notes-dialog.tsx')).ReleaseNotesDialog)

const SHOWN = 3

export function ReleaseNotesCard() {
  const reading = useReleaseNotes()
  const [isOpen] = useUrlState('notes')
  const notes = reading.data
  const open = notes && (
    <Button size="small" {...intent(ReleaseNotesDialog)} onClick={() => setUrl({ notes: '1' }, { replace: false })}>
      Full release notes
    </Button>
  )
  return (
    <Card title="Release Notes" description={notes && `Version ${notes.version}`} actions={open}>
      <Loaded query={reading} failure={notLoaded('the release notes')} skeleton={<Skeleton className="h-40" />}>
        {(data) => (data ? <Summary notes={data} /> : <NoNotes />)}
      </Loaded>
      {notes && isOpen && <ReleaseNotesDialog notes={notes} onClose={() => setUrl({ notes: null })} />}
    </Card>
  )
}

const Summary = ({ notes }: { notes: ReleaseNotes }) => (
  <>
    <p className="font-semibold">{notes.title}</p>
    <p className="mb-4 line-clamp-3 text-fg2">{notes.description}</p>
    <ReleaseLists notes={notes} shown={SHOWN} />
  </>
)

const NoNotes = () => <p className="text-fg2">Release notes will be available when versions are uploaded.</p>
