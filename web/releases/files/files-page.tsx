import { FileText, Upload } from 'lucide-react'
import { canSetLatest } from '#contract/releases/files.ts'
import { setUrl, clearUrl, useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { useVersions } from './api.ts'
import { AdoptionCard } from './updates/adoption-card.tsx'
import { UpdateFeedsCard } from './updates/update-feeds-card.tsx'
import { ActiveDialog, LatestDialog } from './version-dialogs.ts'
import { VersionsCard } from './versions/versions-card.tsx'

const UploadDialog = onDemand(async () => (await import('./uploads/upload-dialogs.tsx')).UploadDialog)
const AddFileDialog = onDemand(async () => (await import('./uploads/upload-dialogs.tsx')).AddFileDialog)
const NotesDialog = onDemand(async () => (await import('./notes/notes-dialog.tsx')).NotesDialog)
const RolloutDialog = onDemand(async () => (await import('./rollout/rollout-dialog.tsx')).RolloutDialog)

export const FilesPage = () => (
  <Page
    title="File Management"
    description="The versions of the application that customers download, and what is new in them."
    actions={<Actions />}
  >
    <VersionsCard />
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <UpdateFeedsCard />
      <AdoptionCard />
    </div>
    <FileDialogs />
  </Page>
)

const Actions = () => (
  <>
    <Button {...intent(NotesDialog)} onClick={() => setUrl({ notes: 'new' }, { replace: false })}>
      <FileText aria-hidden />
      Create Release Notes
    </Button>
    <Button variant="primary" {...intent(UploadDialog)} onClick={() => setUrl({ upload: 'new' }, { replace: false })}>
      <Upload aria-hidden />
      Upload File
    </Button>
  </>
)

/**
 * ?upload=new publishes a version, ?upload=ID gives one the file it waits for; ?notes= is the version to write about, or new;
 * ?rollout= the one whose offer is to change, ?active= the one to activate or deactivate, ?latest= the one to set as the latest.
 */
function FileDialogs() {
  const [upload] = useUrlState('upload')
  const [notes] = useUrlState('notes')
  const [rollout] = useUrlState('rollout')
  const [active] = useUrlState('active')
  const [latest] = useUrlState('latest')
  const { data: versions } = useVersions()
  if (!versions) return null
  const waiting = versions.find(({ id, hasFile }) => id === upload && !hasFile)
  const offered = versions.find(({ id }) => id === rollout)
  const current = versions.find(({ isLatest }) => isLatest)
  const switched = versions.find(({ id }) => id === active)
  const next = versions.find((version) => version.id === latest && canSetLatest(version))
  return (
    <>
      {upload === 'new' && <UploadDialog versions={versions} onClose={() => setUrl({ upload: null })} />}
      {waiting && <AddFileDialog version={waiting} latest={current} onClose={() => clearUrl({ upload })} />}
      {notes && <NotesDialog versions={versions} about={notes} onClose={() => setUrl({ notes: null })} />}
      {offered && <RolloutDialog version={offered} onClose={() => setUrl({ rollout: null })} />}
      {switched && <ActiveDialog version={switched} latest={current} onClose={() => setUrl({ active: null })} />}
      {next && <LatestDialog version={next} latest={current} onClose={() => clearUrl({ latest })} />}
    </>
  )
}
