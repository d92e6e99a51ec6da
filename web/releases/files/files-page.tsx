import { FileText, Upload } from 'lucide-react'
import { sharesLatest } from '#contract/releases/downloads.ts'
import { canSetLatest, type Version } from '#contract/releases/files.ts'
import { canDelete, canPublish } from '#contract/releases/publications.ts'
import { setUrl, clearUrl, useUrlState } from '#web/app/url-state.ts'
import { HEADINGS } from '#web/app/words/headings.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { useVersions } from './api.ts'
import { AdoptionCard } from './updates/adoption-card.tsx'
import { UpdateFeedsCard } from './updates/update-feeds-card.tsx'
import { ActiveDialog, LatestDialog, PublishDialog } from './version-dialogs.ts'
import { VersionsCard } from './versions/versions-card.tsx'

const UploadDialog = onDemand(async () => (await import('./uploads/upload-dialogs.tsx')).UploadDialog)
const AddFileDialog = onDemand(async () => (await import('./uploads/upload-dialogs.tsx')).AddFileDialog)
const PackageDialog = onDemand(async () => (await import('./uploads/package-dialog.tsx')).PackageDialog)
const NotesDialog = onDemand(async () => (await import('./notes/notes-dialog.tsx')).NotesDialog)
const DeleteDraftDialog = onDemand(async () => (await import('./publish/draft-dialogs.tsx')).DeleteDraftDialog)
const CancelScheduleDialog = onDemand(async () => (await import('./publish/draft-dialogs.tsx')).CancelScheduleDialog)
const RolloutDialog = onDemand(async () => (await import('./rollout/rollout-dialog.tsx')).RolloutDialog)

export const FilesPage = () => (
  <Page {...HEADINGS['/admin/files']} actions={<Actions />}>
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
 * ?upload=new makes a draft, ?upload=ID gives a version the file it waits for, or a draft another one; ?publish= is the draft, scheduled
 * version or beta to publish, ?package= the one that gets a Velopack package, ?delete= the draft to delete, ?unschedule= the schedule to cancel; ?notes= is the version to write about, or new;
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
  const waiting = versions.find(({ id, hasFile, state }) => id === upload && (!hasFile || state === 'draft'))
  const offered = versions.find(({ id }) => id === rollout)
  const switched = versions.find(({ id }) => id === active)
  const next = versions.find((version) => version.id === latest && canSetLatest(version))
  return (
    <>
      {upload === 'new' && <UploadDialog versions={versions} onClose={() => setUrl({ upload: null })} />}
      {waiting && (
        <AddFileDialog
          version={waiting}
          latest={latestBeside(waiting, versions)}
          onClose={() => clearUrl({ upload })}
        />
      )}
      {offered && <RolloutDialog version={offered} onClose={() => setUrl({ rollout: null })} />}
      {switched && (
        <ActiveDialog
          version={switched}
          latest={latestBeside(switched, versions)}
          onClose={() => setUrl({ active: null })}
        />
      )}
      <DraftDialogs versions={versions} />
      {next && (
        <LatestDialog version={next} latest={latestBeside(next, versions)} onClose={() => clearUrl({ latest })} />
      )}
      {notes && <NotesDialog versions={versions} about={notes} onClose={() => setUrl({ notes: null })} />}
    </>
  )
}

/** The latest that this version would replace. */
const latestBeside = (version: Version, versions: readonly Version[]) =>
  versions.find((one) => one.isLatest && sharesLatest(one, version))

function DraftDialogs({ versions }: { versions: readonly Version[] }) {
  const [publish] = useUrlState('publish')
  const [removed] = useUrlState('delete')
  const [unschedule] = useUrlState('unschedule')
  const [packed] = useUrlState('package')
  const published = versions.find((version) => version.id === publish && canPublish(version))
  const draft = versions.find((version) => version.id === removed && canDelete(version))
  const scheduled = versions.find(({ id, state }) => id === unschedule && state === 'scheduled')
  const receiver = versions.find(({ id, state }) => id === packed && (state === 'draft' || state === 'published'))
  return (
    <>
      {published && (
        <PublishDialog
          version={published}
          latest={latestBeside(published, versions)}
          onClose={() => clearUrl({ publish })}
        />
      )}
      {receiver && <PackageDialog version={receiver} onClose={() => clearUrl({ package: packed })} />}
      {draft && <DeleteDraftDialog version={draft} onClose={() => clearUrl({ delete: removed })} />}
      {scheduled && <CancelScheduleDialog version={scheduled} onClose={() => clearUrl({ unschedule })} />}
    </>
  )
}
