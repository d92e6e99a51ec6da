import { useState } from 'react'
import { Channel } from '#contract/releases/channels.ts'
import { Architecture, versionName } from '#contract/releases/downloads.ts'
import { readFileName } from '#contract/releases/file-names.ts'
import { DEFAULT_PLATFORM, type Version } from '#contract/releases/files.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { SelectField } from '#web/ui/form/fields.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useAddFile, useCreateDraft } from '../api.ts'
import { CHANNELS } from '../channels.ts'
import { MinimumField, RolloutField } from '../rollout/rollout-field.tsx'
import { availabilityOf } from './availability.ts'
import { UploadForm } from './upload-form.tsx'
import { newVersion, fileFor } from './upload-rules.ts'

type Props = { versions: readonly Version[]; onClose: () => void }

export function UploadDialog({ versions, onClose }: Props) {
  const create = useCreateDraft()
  return (
    <Dialog
      title="Upload Application File"
      description="The upload makes a draft. Customers and devices see it once you publish it."
      onClose={onClose}
    >
      <UploadForm
        schema={newVersion(versions)}
        fileNameOf={({ fileName }) => fileName}
        onSent={({ file: _sent, ...facts }, fileUrl, confirmed) =>
          create.mutateAsync({ body: { ...facts, fileUrl }, confirmed })
        }
        onClose={onClose}
      >
        {(picked) => <Fields fileName={picked?.name} />}
      </UploadForm>
    </Dialog>
  )
}

const architectureNames: Record<Architecture, string> = { any: 'Any', x64: 'x64', arm64: 'arm64' }
const ARCHITECTURES = Architecture.options.map((value) => ({ value, label: architectureNames[value] }))

/** Filled in from the file name. */
function Fields({ fileName }: { fileName: string | undefined }) {
  const read = readFileName(fileName ?? '')
  const [channel, setChannel] = useState<Channel>('stable')
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField key={read.version} name="version" label="Version" placeholder="4.3.0" defaultValue={read.version} />
        <TextField name="platform" label="Platform" defaultValue={DEFAULT_PLATFORM} />
      </div>
      <TextField name="fileName" label="File Name" defaultValue={fileName} help="What customers save it as." />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="channel"
          label="Channel"
          options={CHANNELS}
          value={channel}
          onChange={({ target }) => setChannel(Channel.parse(target.value))}
          help="A beta is never the latest."
        />
        <SelectField
          key={read.architecture}
          name="architecture"
          label="Architecture"
          options={ARCHITECTURES}
          defaultValue={read.architecture ?? 'any'}
          help="arm64 has its own latest version."
        />
      </div>
      <MinimumField />
      <RolloutField channel={channel} />
    </>
  )
}

type AddProps = { version: Version; latest: Version | undefined; onClose: () => void }

/** For a version without its file, or a draft that gets another one. */
export function AddFileDialog({ version, latest, onClose }: AddProps) {
  const { mutateAsync } = useAddFile()
  const { id, fileName, isActive, hasFile } = version
  const consequence = isActive
    ? `It cannot be replaced later. ${availabilityOf(version, latest)}`
    : 'It can be replaced until the version is published.'
  return (
    <Dialog
      title={hasFile ? `Replace the File of ${versionName(version)}` : `Add File to ${versionName(version)}`}
      description={`Customers save it as ${fileName}. ${consequence}`}
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
