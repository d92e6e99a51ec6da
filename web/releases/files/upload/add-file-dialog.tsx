import type { Version } from '#contract/releases/files.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { useAddFile } from '../api.ts'
import { nameOf } from '../versions/version-name.ts'
import { availabilityOf } from './availability.ts'
import { UploadForm } from './upload-form.tsx'
import { fileFor } from './upload-rules.ts'

type Props = { version: Version; latest: Version | undefined; onClose: () => void }

/** For a version that was published before its file. */
export function AddFileDialog({ version, latest, onClose }: Props) {
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
