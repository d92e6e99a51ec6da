import { DEFAULT_PLATFORM, type Version } from '#contract/releases/files.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { SelectField } from '#web/ui/form/fields.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useAddFile, useCreateDraft } from '../api.ts'
import { MinimumField, RolloutField } from '../rollout/rollout-field.tsx'
import { nameOf } from '../versions/version-name.ts'
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

const CHANNELS = [
  { value: 'stable', label: 'Stable' },
  { value: 'beta', label: 'Beta' },
]

function Fields({ fileName }: { fileName: string | undefined }) {
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
        <SelectField name="channel" label="Channel" options={CHANNELS} help="A beta is never the latest." />
        <MinimumField />
      </div>
      <RolloutField />
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
      title={hasFile ? `Replace the File of ${nameOf(version)}` : `Add File to ${nameOf(version)}`}
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
