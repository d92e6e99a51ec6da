import { useState } from 'react'
import type { Channel } from '#contract/releases/downloads.ts'
import { DEFAULT_PLATFORM, type Version } from '#contract/releases/files.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { SelectField } from '#web/ui/form/fields.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useAddFile, usePublishVersion } from '../api.ts'
import { MinimumField, RolloutField } from '../rollout/rollout-field.tsx'
import { nameOf } from '../versions/version-name.ts'
import { availabilityOf } from './availability.ts'
import { UploadForm } from './upload-form.tsx'
import { newVersion, fileFor } from './upload-rules.ts'

type Props = { versions: readonly Version[]; onClose: () => void }

export function UploadDialog({ versions, onClose }: Props) {
  const publish = usePublishVersion()
  return (
    <Dialog
      title="Upload Application File"
      description="Customers can download it as soon as the upload is done."
      onClose={onClose}
    >
      <UploadForm
        schema={newVersion(versions)}
        fileNameOf={({ fileName }) => fileName}
        onSent={({ file: _sent, ...facts }, fileUrl, confirmed) =>
          publish.mutateAsync({ body: { ...facts, fileUrl }, confirmed })
        }
        onClose={onClose}
      >
        {(picked) => <Fields fileName={picked?.name} latest={versions.find(({ isLatest }) => isLatest)} />}
      </UploadForm>
    </Dialog>
  )
}

const CHANNELS = [
  { value: 'stable', label: 'Stable' },
  { value: 'beta', label: 'Beta' },
]

type FieldsProps = { fileName: string | undefined; latest: Version | undefined }

function Fields({ fileName, latest }: FieldsProps) {
  const [channel, setChannel] = useState<Channel>('stable')
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="version" label="Version" placeholder="4.3.0" />
        <TextField name="platform" label="Platform" defaultValue={DEFAULT_PLATFORM} />
      </div>
      <TextField
        key={fileName}
        name="fileName"
        label="File Name"
        defaultValue={fileName}
        help="What customers save it as."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="channel"
          label="Channel"
          options={CHANNELS}
          help="A beta is never the latest."
          onChange={({ target }) => setChannel(target.value as Channel)}
        />
        <MinimumField />
      </div>
      <RolloutField />
      <p aria-live="polite" className="rounded-lg bg-sunken px-4 py-3">
        {availabilityOf({ channel, isLatest: false }, latest)}
      </p>
    </>
  )
}

type AddProps = { version: Version; latest: Version | undefined; onClose: () => void }

/** For a version that was published before its file. */
export function AddFileDialog({ version, latest, onClose }: AddProps) {
  const { mutateAsync } = useAddFile()
  const { id, fileName, isActive } = version
  const consequence = isActive ? ` ${availabilityOf(version, latest)}` : ''
  return (
    <Dialog
      title={`Add File to ${nameOf(version)}`}
      description={`Customers save it as ${fileName}. It cannot be replaced later.${consequence}`}
      onClose={onClose}
    >
      <UploadForm
        schema={fileFor(version)}
        fileNameOf={() => fileName}
        onSent={(_entered, fileUrl, confirmed) => mutateAsync({ params: { id }, body: { fileUrl }, confirmed })}
        onClose={onClose}
      />
    </Dialog>
  )
}
