import { canSetLatest } from '#contract/releases/files.ts'
import { leaveUrl, setUrl, useUrlState } from '#web/app/url-state.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { useVersions } from './api.ts'
import { ActiveDialog, LatestDialog } from './version-dialogs.ts'

export const UploadDialog = onDemand(async () => (await import('./upload/upload-dialog.tsx')).UploadDialog)
const AddFileDialog = onDemand(async () => (await import('./upload/add-file-dialog.tsx')).AddFileDialog)
export const NotesDialog = onDemand(async () => (await import('./notes/notes-dialog.tsx')).NotesDialog)
const RolloutDialog = onDemand(async () => (await import('./rollout/rollout-dialog.tsx')).RolloutDialog)

/**
 * ?upload=new publishes a version, ?upload=ID gives one the file it waits for; ?notes= is the version to write about, or new;
 * ?rollout= the one whose offer is to change, ?active= the one to activate or deactivate, ?latest= the one to set as the latest.
 */
export function FileDialogs() {
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
      {waiting && <AddFileDialog version={waiting} latest={current} onClose={() => leaveUrl({ upload })} />}
      {notes && <NotesDialog versions={versions} about={notes} onClose={() => setUrl({ notes: null })} />}
      {offered && <RolloutDialog version={offered} onClose={() => setUrl({ rollout: null })} />}
      {switched && <ActiveDialog version={switched} latest={current} onClose={() => setUrl({ active: null })} />}
      {next && <LatestDialog version={next} latest={current} onClose={() => leaveUrl({ latest })} />}
    </>
  )
}
